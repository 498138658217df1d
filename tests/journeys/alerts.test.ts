import { describe, expect } from 'vitest'
import {
  closeShown,
  countShown,
  findVerdict as verdict,
  openAlertsDesk,
  openAlertsScreen as openScreen,
  turnOnAlerts as turnOn,
} from '#tests/support/alerts-desk.ts'
import { findSeriousFaultsInBothThemes } from '#tests/support/axe.ts'
import { PHONE } from '#tests/support/chromium.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { setNotifications } from '#tests/support/notifications.ts'
import type { PushProfile } from '#tests/support/push-page.ts'
import { usePushService } from '#tests/support/push-service.ts'
import { takeNextChat } from '#tests/support/take-chat.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const OFFER = /Shall this device tell you when a guest needs help/

const service = usePushService()

describe('alerts on this device (W4)', () => {
  journeyAlone(
    'on a desktop: offered once, on after a tap and off again; they end at sign-out with what is shown, and can be had back or not',
    async (hotel) => {
      const { agent, push } = await openAlertsDesk(hotel, service)
      await declineOffer(hotel, agent, push)
      await seeThemOff(agent, push)
      await turnOn(agent)
      expect(push.asked).toBe(1)
      expect(await findSeriousFaultsInBothThemes(agent.page)).toEqual([])
      await useThem(hotel, agent, push)

      await closeShown(agent)
      await turnOn(agent)
      await sendTest(agent, push)
      expect(await countShown(agent)).toBe(1)
      await agent.signOut()
      await waitFor('the subscription to end', () => push.device === null)
      await waitFor('nothing to be shown', async () => (await countShown(agent)) === 0)

      // Elsewhere than on the screen about alerts, which says all of it itself.
      await agent.signIn('agent')
      const line = agent.page.getByText('Your alerts on this device ended when you left.')
      await line.waitFor()
      await agent.button('Turn on alerts').click()
      await line.waitFor({ state: 'detached' })
      await waitFor('the device to be back', () => push.device)

      await agent.signOut()
      await agent.signIn('agent')
      await line.waitFor()
      await agent.button('Dismiss').click()
      await line.waitFor({ state: 'detached' })
      await agent.open()
      await agent.waitUntilLive()
      await openScreen(agent)
      await verdict(agent, 'Alerts are off').waitFor()
      await agent.page.getByRole('link', { name: 'Conversations' }).first().click()
      await agent.chats.waitFor()
      expect(await line.count()).toBe(0)
    },
    service.trusted,
  )

  journeyAlone(
    'on a phone: a permission that is denied is said with its way out, and seen at once when it is taken back; on and off again',
    async (hotel) => {
      const { agent, push } = await openAlertsDesk(hotel, service, { viewport: PHONE })
      await seeThemOff(agent, push)
      push.answer = 'denied'
      await agent.button('Turn on alerts').click()
      await verdict(agent, 'Alerts are blocked').waitFor()
      expect(push.asked).toBe(1)
      expect(await agent.page.getByRole('listitem').filter({ hasText: 'Come back here' }).count()).toBe(1)
      expect(await agent.button('Turn on alerts').count()).toBe(0)
      expect(await findSeriousFaultsInBothThemes(agent.page)).toEqual([])

      // In the browser's settings, with the screen open.
      await setNotifications(agent.page, hotel.line.origin, 'granted')
      await verdict(agent, 'Alerts are off').waitFor()
      await turnOn(agent)
      await setNotifications(agent.page, hotel.line.origin, 'denied')
      await verdict(agent, 'Alerts are blocked').waitFor()

      await agent.page.getByRole('link', { name: 'Conversations' }).first().click()
      const line = agent.page.getByText('Alerts stopped: this device blocks Bellhop’s notifications.')
      await line.waitFor()
      await agent.page.getByRole('link', { name: 'What helps' }).click()
      await verdict(agent, 'Alerts are blocked').waitFor()
      await setNotifications(agent.page, hotel.line.origin, 'granted')
      // Nobody has to tap: they were wanted.
      await verdict(agent, 'Alerts are on').waitFor()
      expect(await findSeriousFaultsInBothThemes(agent.page)).toEqual([])
      await useThem(hotel, agent, push)
    },
    service.trusted,
  )
})

/** After the first takeover, while nothing is being typed. */
async function declineOffer(hotel: Hotel, agent: ConsolePage, push: PushProfile): Promise<void> {
  expect(await agent.page.getByText(OFFER).count()).toBe(0)
  const guest = await hotel.openGuestInNeed()
  await agent.chooseChat(guest.chatId)
  await agent.takeOver()
  await agent.composer.fill('half a thought')
  await agent.waitUntilUnsent(0)
  await agent.composer.press('Enter')
  await agent.waitForMessage('half a thought', 'Sent')
  await agent.page.getByText(OFFER).waitFor()
  await agent.button('Not now').click()
  await agent.page.getByText(OFFER).waitFor({ state: 'detached' })
  expect(push.asked).toBe(0)

  await agent.open()
  await agent.waitUntilLive()
  await takeNextChat(hotel, agent)
  await openScreen(agent)
  await verdict(agent, 'Alerts are off').waitFor()
  await agent.page.getByRole('link', { name: 'Conversations' }).first().click()
  await agent.chats.waitFor()
  expect(await agent.page.getByText(OFFER).count()).toBe(0)
}

/** Before anybody has tapped, nothing is asked. */
async function seeThemOff(agent: ConsolePage, push: PushProfile): Promise<void> {
  await openScreen(agent)
  await verdict(agent, 'Alerts are off').waitFor()
  expect(push.asked).toBe(0)
  expect(await findSeriousFaultsInBothThemes(agent.page)).toEqual([])
}

/** A test arrives, names can be hidden, turned off they end. */
async function useThem(hotel: Hotel, agent: ConsolePage, push: PushProfile): Promise<void> {
  await sendTest(agent, push)

  await agent.page.getByRole('switch', { name: 'Hide guests’ names' }).click()
  await waitFor('the switch to be free again', () =>
    agent.page.getByRole('switch', { name: 'Hide guests’ names' }).isEnabled(),
  )
  const guest = await hotel.openGuestInNeed('Ana Ruiz-Hidden')
  const device = push.device
  const helpRequest = await waitFor('the help request to arrive', () =>
    device?.arrived.find(({ payload }) => payload.kind === 'needs_help' && payload.chatId === guest.chatId),
  )
  expect(helpRequest.text).not.toContain('Ana Ruiz-Hidden')
  await closeShown(agent)
  // As when a phone finds its line again.
  await push.deliver(agent.page, 'test', 'needs_help')
  await waitFor('both to be shown', async () => (await countShown(agent)) === 2)

  await agent.button('Turn off alerts').click()
  await verdict(agent, 'Alerts are off').waitFor()
  await waitFor('the subscription to end', () => push.device === null)
}

/** It is said once it is shown. */
async function sendTest(agent: ConsolePage, push: PushProfile): Promise<void> {
  await agent.button('Send a test').click()
  await push.deliver(agent.page, 'test')
  await agent.page.getByText(/^The test has arrived, \d+ seconds? after you sent it\.$/).waitFor()
}
