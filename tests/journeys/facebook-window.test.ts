import { expect } from 'vitest'
import { messageSchema, type Chat } from '#src/contract/chats.ts'
import { guestSessionSchema } from '#src/contract/guest-side.ts'
import { isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { passTime, skewClock } from '#tests/support/device-clock.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { callJson } from '#tests/support/http-json.ts'
import { journey, WHOLE_HOTEL } from '#tests/support/journey.ts'
import type { Staff } from '#tests/support/staff.ts'
import { takeOpenChat } from '#tests/support/take-chat.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

journey(
  'a closed Facebook window: nothing can be sent until the guest writes again; one that closes is counted down',
  async (hotel) => {
    const desk = await hotel.openDesk()
    await skewClock(desk.context)
    const agent = await desk.openTab()
    const staff = await hotel.signInStaff('agent')
    await agent.signIn('agent')
    await writeIntoClosed(hotel, agent, staff)
    await watchClosing(hotel, agent, staff)
  },
  WHOLE_HOTEL,
)

/** Nothing can be sent until the guest writes again. */
async function writeIntoClosed(hotel: Hotel, agent: ConsolePage, staff: Staff): Promise<void> {
  const chatId = await findClosedChat(staff)
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
}

/** It is counted down, and urgent in its last hour. */
async function watchClosing(hotel: Hotel, agent: ConsolePage, staff: Staff): Promise<void> {
  const chatId = await findFreeChat(staff)
  await sayAsGuest(hotel, chatId, 'good evening')
  await agent.chooseChat(chatId)
  await takeOpenChat(agent, chatId)
  const countdown = agent.page.locator('p').filter({ hasText: /^Facebook closes this chat in / })
  expect(await countdown.count()).toBe(0)

  // Without a line nothing corrects this device's clock by the environment's (I8): the hours pass for it.
  await hotel.goOffline()
  const sinceGuest = Date.now() - readLast(await staff.readChat(chatId))
  await passTime(agent.page, 20 * HOUR_MS - sinceGuest)
  await countdown.filter({ hasText: /in (4 h|4 h 1 min|3 h 59 min)$/ }).waitFor()
  expect(await countdown.getAttribute('data-tone')).toBe('info')
  expect(await countdown.locator('svg').count()).toBe(0)
  await passTime(agent.page, 3.5 * HOUR_MS)
  await countdown.filter({ hasText: /in (29|30|31) min$/ }).waitFor()
  expect(await countdown.getAttribute('data-tone')).toBe('warning')
  expect(await countdown.locator('svg').count()).toBe(1)
  await agent.composer.fill('still there?')
  expect(await agent.button('Send').isEnabled()).toBe(true)
  await passTime(agent.page, HOUR_MS)
  await countdown.waitFor({ state: 'detached' })
  await agent.page.getByText('Facebook takes no message until', { exact: false }).waitFor()
  expect(await agent.button('Send').isDisabled()).toBe(true)
  await staff.returnToBot(chatId)
}

/** A Facebook chat that nobody holds, with the guest who wrote last: those who are silent are for others. */
async function findFreeChat(staff: Staff): Promise<string> {
  const [found] = (await staff.readChats())
    .filter(({ source, user }) => source === 'facebook' && user === null)
    .sort((one, other) => readLast(other) - readLast(one))
  if (!found) throw new Error('The demonstration hotel has no free Facebook guest.')
  return found.id
}

function readLast({ lastUserMessageDate: last }: Chat): number {
  return last === null ? 0 : Date.parse(last)
}

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
