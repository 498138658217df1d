import { describe, expect } from 'vitest'
import { countFromNow, isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { BOTH_AT_ONCE, journey } from '#tests/support/journey.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'

const LOGIN_PAGE = '<!doctype html><title>Wi-Fi</title><form>Room number</form>'
/** Without keys three reads over 30 s decide that the fate is unknown (DESIGN section 4). */
const UNKNOWN_AFTER_MS = 60_000

describe('a captive portal answers 200 with its login page', () => {
  journey(
    'nothing is taken for delivered; what it answers itself is sent again by its key, or a person decides',
    async (hotel) => {
      const agent = await (await hotel.openDesk()).openTab()
      await agent.signIn('agent')
      await writeBehindPortal(hotel, agent)
      if (hotel.kind === 'extended') await sendAgainByKey(hotel, agent)
      else await decideByHand(hotel, agent)
    },
    BOTH_AT_ONCE,
  )
})

/** Nothing is taken for delivered, and it goes out when the portal is gone. */
async function writeBehindPortal(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  await agent.write('before the portal')
  await guest.waitForStaffTexts(['before the portal'])

  hotel.line.showPortal()
  await agent.write('behind the portal')
  await openPortal(agent)
  await agent.waitForMessage('behind the portal', /Waiting to send|Sending/)
  expect(await guest.readStaffTexts()).toEqual(['before the portal'])

  hotel.line.pass()
  await guest.waitForStaffTexts(['before the portal', 'behind the portal'], UNKNOWN_AFTER_MS)
  await agent.connection.getByText('Live').waitFor()
  await readPortalsEnd(agent)
  await agent.waitForMessage('behind the portal', 'Sent')
  expect(await agent.countDrawn('behind the portal')).toBe(1)
}

/** It is named, and the way to its page is there: a tab of its own, which leaves the console as it is. */
async function openPortal(agent: ConsolePage): Promise<void> {
  const way = agent.connection.getByRole('link', { name: 'This Wi-Fi wants you to sign in' })
  await way.waitFor()
  const opened = agent.page.context().waitForEvent('page')
  await way.click()
  const portal = await opened
  await portal.getByRole('heading', { name: 'Welcome' }).waitFor()
  expect(await portal.evaluate(() => window.opener === null)).toBe(true)
  await portal.close()
}

/** Once it lets the console through, the same address says so; the worker has not answered it with anything else. */
async function readPortalsEnd(agent: ConsolePage): Promise<void> {
  const tab = await agent.page.context().newPage()
  await tab.goto(new URL('/online.html', agent.page.url()).href)
  await tab.getByRole('heading', { name: 'You are online' }).waitFor()
  await tab.close()
}

/** One that answers only the message itself: with keys it is sent again. */
async function sendAgainByKey(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  const countSends = countFromNow(hotel.line, isSend)
  hotel.line.answerOnce(isSend, 200, LOGIN_PAGE, { 'content-type': 'text/html' })
  await agent.write('to whom it may concern')
  await guest.waitForStaffTexts(['to whom it may concern'])
  expect(countSends()).toBe(2)
}

/** The same without keys: a person decides. */
async function decideByHand(hotel: Hotel, agent: ConsolePage): Promise<void> {
  const guest = await takeNextChat(hotel, agent)
  hotel.line.answerOnce(isSend, 200, LOGIN_PAGE, { 'content-type': 'text/html' })
  await agent.write('to whom it may concern')
  await agent
    .message('to whom it may concern')
    .getByText('Delivery unknown')
    .waitFor({ timeout: UNKNOWN_AFTER_MS })
  expect(await guest.readStaffTexts()).toEqual([])
  await agent.takeWayOut('to whom it may concern', 'Send anyway')
  await guest.waitForStaffTexts(['to whom it may concern'])
}
