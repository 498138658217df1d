import { describe, expect } from 'vitest'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'

describe('a colleague takes the chat while the first agent is offline', () => {
  journey(
    'what was written is held, not sent, until its writer takes over',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      const guest = await hotel.openGuestInNeed()
      await agent.signIn('agent')
      await agent.chooseChat(guest.chatId)
      await agent.takeOver()
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
    },
    BOTH_KINDS,
  )

  journey(
    'a takeover decided offline never takes the chat from who came first',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      const guest = await hotel.openGuestInNeed()
      await agent.signIn('agent')
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
    },
    BOTH_KINDS,
  )
})
