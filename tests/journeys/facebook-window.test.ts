import { expect } from 'vitest'
import { messageSchema } from '#src/contract/chats.ts'
import { guestSessionSchema } from '#src/contract/guest-side.ts'
import { isSend } from '#tests/support/calls.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { journey } from '#tests/support/journey.ts'
import type { Staff } from '#tests/support/staff.ts'

const DAY_MS = 24 * 60 * 60_000

journey('a closed Facebook window: nothing can be sent until the guest writes again', async (hotel) => {
  const agent = await (await hotel.openDesk()).openTab()
  const staff = await hotel.signInStaff('agent')
  const chatId = await findClosedChat(staff)
  await agent.signIn('agent')
  await agent.openChat(chatId)
  await agent.takeOver()
  const reason = agent.page.getByText('Facebook takes no message until the guest writes again', {
    exact: false,
  })
  await reason.waitFor()
  await agent.write('are you still there?')
  expect(await agent.button('Send').isDisabled()).toBe(true)
  expect(await agent.composer.inputValue()).toBe('are you still there?')
  expect(hotel.line.seen.filter(isSend)).toHaveLength(0)

  await sayAsGuest(hotel, chatId, 'I am back')
  await agent.thread.getByText('I am back').waitFor()
  await reason.waitFor({ state: 'detached' })
  await agent.composer.press('Enter')
  await agent.waitForMessage('are you still there?', 'Sent')
  await staff.returnToBot(chatId)
})

/** A Facebook chat of the demonstration whose guest has been silent for more than 24 hours. */
async function findClosedChat(staff: Staff): Promise<string> {
  const found = (await staff.readChats()).find(
    ({ source, lastUserMessageDate, user }) =>
      source === 'facebook' &&
      user === null &&
      lastUserMessageDate !== null &&
      Date.now() - Date.parse(lastUserMessageDate) > DAY_MS,
  )
  if (!found) throw new Error('The demonstration hotel has no silent Facebook guest.')
  return found.id
}

/** The guest page plays the guests of channels that a demonstration hotel has no sender for (CONTRACT section 8). */
async function sayAsGuest(hotel: Hotel, chatId: string, text: string): Promise<void> {
  const { token } = await callJson(guestSessionSchema, `${hotel.server.url}/api/guest/session`, {
    method: 'POST',
    json: { demoChat: chatId },
  })
  await callJson(messageSchema, `${hotel.server.url}/api/guest/messages`, {
    method: 'POST',
    token,
    json: { text },
  })
}
