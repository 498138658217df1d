import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'

describe('a colleague takes the chat while the first agent is offline', () => {
  journey(
    'what was written is held until its writer takes over; a takeover decided offline never takes the chat',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await holdUntilTakenOver(hotel, agent)
      await leaveToWhoCameFirst(hotel, agent)
    },
    BOTH_KINDS,
  )
})

/** What was written is held, not sent, until its writer takes over. */
async function holdUntilTakenOver(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await agent.write('hello')
  await guest.waitForStaffTexts(['hello'])

  await hotel.goOffline()
  await agent.write('written offline')
  const maria = await hotel.signInStaff('maria')
  await maria.takeOver(guest.chatId)
  await maria.send(guest.chatId, 'Maria here')
  await hotel.goOnline()
  await agent.waitForMessage('written offline', /^Not sent: /)
  expect(await guest.readStaffTexts()).toEqual(['hello', 'Maria here'])
  expect((await maria.readChat(guest.chatId)).user?.name).toBe(maria.user.name)

  await agent.takeWayOut('written offline', 'Take over and send')
  await guest.waitForStaffTexts(['hello', 'Maria here', 'written offline'])
  expect((await maria.readChat(guest.chatId)).user?.name).toBe('Alex Kim')
}

/** A takeover decided offline never takes the chat from who came first. */
async function leaveToWhoCameFirst(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await hotel.openGuestInNeed()
  await agent.chooseChat(guest.chatId)
  await hotel.goOffline()
  await agent.takeOver()
  await agent.write('I am on it')
  const maria = await hotel.signInStaff('maria')
  await maria.takeOver(guest.chatId)
  await hotel.goOnline()
  await agent.page
    .getByText(/^Not taken over: /)
    .first()
    .waitFor()
  expect(await guest.readStaffTexts()).toEqual([])
  expect((await maria.readChat(guest.chatId)).user?.name).toBe(maria.user.name)
  expect(await agent.readUnsent()).toBeGreaterThan(0)
}
