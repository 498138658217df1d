import { describe, expect } from 'vitest'
import { isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'

describe('the session ends in mid-flush', () => {
  journey(
    'the same user signs in again, and the rest goes out; another user on the same browser neither sees nor sends it',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await signInAgain(hotel, agent)
      await signInAnother(hotel, agent)
    },
    BOTH_KINDS,
  )
})

/** The rest goes out. */
async function signInAgain(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await writeUntilRefused(hotel, agent)
  expect(await guest.readStaffTexts()).toEqual(['one'])
  await agent.enterCredentials('agent')
  await guest.waitForStaffTexts(['one', 'two', 'three'])
  await agent.chooseChat(guest.chatId)
  await agent.waitForMessage('three', 'Sent')
}

/** Another user on the same browser neither sees nor sends it. */
async function signInAnother(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await writeUntilRefused(hotel, agent)
  await agent.enterCredentials('maria')
  await agent.chats.waitFor()
  await agent.openChat(guest.chatId)
  await agent.thread.getByText('one', { exact: true }).waitFor()
  expect(await agent.countDrawn('two')).toBe(0)
  expect(await agent.readUnsent()).toBe(0)
  expect(await guest.readStaffTexts()).toEqual(['one'])

  await agent.signOut()
  await agent.enterCredentials('agent')
  await guest.waitForStaffTexts(['one', 'two', 'three'])
  const writers = (await guest.read()).filter((message) => message.user).map((message) => message.user?.name)
  expect(new Set(writers)).toEqual(new Set(['Alex Kim']))
}

/** Sends 'one', then has the session refused when 'two' comes, with 'three' behind it. */
async function writeUntilRefused(hotel: Hotel, agent: ConsolePage): Promise<Guest> {
  const guest = await takeNextChat(hotel, agent)
  await agent.write('one')
  await guest.waitForStaffTexts(['one'])
  if (hotel.kind === 'extended') await refuseByEnding(hotel, agent)
  else await refuseOnce(hotel, agent)
  await agent.page.getByLabel('Username', { exact: true }).waitFor()
  return guest
}

/** The session ends on the environment while 'two' is on its way, as by a sign-out elsewhere or a changed password. */
async function refuseByEnding(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const arrival = hotel.line.holdNext(isSend)
  await agent.write('two')
  await agent.write('three')
  const held = await arrival
  const authorization = hotel.line.seen.findLast(isSend)?.headers.authorization
  if (authorization === undefined) throw new Error('The message came without a token.')
  const response = await fetch(`${hotel.server.url}/api/auth`, {
    method: 'DELETE',
    headers: { authorization },
  })
  if (!response.ok) throw new Error(`Ending the session answered ${response.status}`)
  held.letGo()
}

/** By the specification alone nobody can end a session from outside: the environment refuses this one call. */
async function refuseOnce(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const arrival = hotel.line.holdNext(isSend)
  await agent.write('two')
  await agent.write('three')
  const held = await arrival
  held.answer(401, JSON.stringify({ message: 'Sign in again.', code: 'unauthorized' }))
}
