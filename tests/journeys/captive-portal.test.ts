import { describe, expect } from 'vitest'
import { isSend } from '#tests/support/calls.ts'
import { BOTH_KINDS, journey } from '#tests/support/journey.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const LOGIN_PAGE = '<!doctype html><title>Wi-Fi</title><form>Room number</form>'
/** Without keys three reads over 30 s decide that the fate is unknown (DESIGN section 4). */
const UNKNOWN_AFTER_MS = 60_000

describe('a captive portal answers 200 with its login page', () => {
  journey(
    'nothing is taken for delivered, and it goes out when the portal is gone',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      const guest = await hotel.openGuestInNeed()
      await agent.signIn('agent')
      await agent.chooseChat(guest.chatId)
      await agent.takeOver()
      await agent.write('before the portal')
      await guest.waitForStaffTexts(['before the portal'])

      hotel.line.showPortal()
      await agent.write('behind the portal')
      await agent.connection.getByText(/login page/i).waitFor()
      await agent.waitForMessage('behind the portal', /Waiting to send|Sending/)
      expect(await guest.readStaffTexts()).toEqual(['before the portal'])

      hotel.line.pass()
      await guest.waitForStaffTexts(['before the portal', 'behind the portal'], UNKNOWN_AFTER_MS)
      await agent.waitForMessage('behind the portal', 'Sent')
      expect(await agent.countDrawn('behind the portal')).toBe(1)
    },
    BOTH_KINDS,
  )

  journey('a portal that answers only the message itself: with keys it is sent again', async (hotel) => {
    const agent = await (await hotel.openDesk()).openTab()
    const guest = await hotel.openGuestInNeed()
    await agent.signIn('agent')
    await agent.chooseChat(guest.chatId)
    await agent.takeOver()
    hotel.line.answerOnce(isSend, 200, LOGIN_PAGE, { 'content-type': 'text/html' })
    await agent.write('to whom it may concern')
    await guest.waitForStaffTexts(['to whom it may concern'])
    expect(hotel.line.seen.filter(isSend).length).toBe(2)
  })

  journey(
    'a portal that answers only the message itself: without keys a person decides',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      const guest = await hotel.openGuestInNeed()
      await agent.signIn('agent')
      await agent.chooseChat(guest.chatId)
      await agent.takeOver()
      await waitFor('the takeover to have arrived', async () => {
        const rest = await hotel.signInStaff('maria')
        return (await rest.readChat(guest.chatId)).user?.name === 'Alex Kim'
      })
      hotel.line.answerOnce(isSend, 200, LOGIN_PAGE, { 'content-type': 'text/html' })
      await agent.write('to whom it may concern')
      await agent
        .message('to whom it may concern')
        .getByText('Delivery unknown')
        .waitFor({ timeout: UNKNOWN_AFTER_MS })
      expect(await guest.readStaffTexts()).toEqual([])
      await agent.takeWayOut('to whom it may concern', 'Send anyway')
      await guest.waitForStaffTexts(['to whom it may concern'])
    },
    { kinds: ['plain'] },
  )
})
