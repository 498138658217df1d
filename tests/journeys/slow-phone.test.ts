import { describe, expect } from 'vitest'
import { countFromNow, isSend } from '#tests/support/calls.ts'
import type { ConsolePage } from '#tests/support/console-page.ts'
import type { Guest } from '#tests/support/guest.ts'
import type { Hotel } from '#tests/support/hotel.ts'
import { journeyAlone } from '#tests/support/journey.ts'
import { readBuild, serveNewBuild, takeNewBuild } from '#tests/support/new-build.ts'
import { usePushService } from '#tests/support/push-service.ts'
import { openSlowPhone, type SlowPhone } from '#tests/support/slow-phone.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { waitUntilSyncAsked } from '#tests/support/worker-watch.ts'

const WORDS = 'I want to speak to a person, please'

const service = usePushService()

describe('on a slow phone, on a slow line', () => {
  journeyAlone(
    'an alert comes with the console closed and its chat is taken from it; what is unsent outlives closed tabs and an update',
    async (hotel) => {
      const phone = await openSlowPhone(hotel, service.endpoint())
      try {
        await turnAlertsOn(phone)
        const guest = await takeFromAlert(hotel, phone)
        await sendWithoutPage(hotel, phone, guest)
        const agent = await startWithoutLine(hotel, phone, guest)
        await takeUpdate(hotel, agent, guest)
      } finally {
        await phone.stop()
      }
    },
    service.trusted,
  )
})

/** At the beginning of a shift, where the line is good still. */
async function turnAlertsOn(phone: SlowPhone): Promise<void> {
  const agent = await phone.openTab()
  await agent.signIn('agent')
  await agent.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await agent.button('Menu').click()
  await agent.page.getByRole('menuitem', { name: 'Alerts on this device' }).click()
  await agent.button('Turn on alerts').click()
  await agent.page.getByRole('heading', { name: 'Alerts are on', exact: true }).waitFor()
  await agent.page.close()
  phone.slowDown()
}

/** The console is closed; the alert says who, and not what they wrote; one tap on it and the chat is held. */
async function takeFromAlert(hotel: Hotel, phone: SlowPhone): Promise<Guest> {
  const worker = await phone.watchWorker()
  const guest = await hotel.openGuestInNeed('Ana Ruiz')
  await phone.deliver('needs_help')
  const shown = await waitFor('the alert to be shown', async () => {
    const alerts = await worker.readAlerts()
    return alerts.length > 0 && alerts
  })
  // The line of whichever shift it is now follows.
  expect(shown.map(({ title }) => title)).toEqual(['Ana Ruiz needs help'])
  expect(shown[0]?.body).toMatch(/^Nobody has taken the chat yet\. (Front|Night) desk: a guest needs you$/)
  expect(phone.push.device?.arrived.at(-1)?.text).not.toContain(WORDS)

  await worker.clickAlert('take')
  const me = await hotel.signInStaff('agent')
  const isMine = async () => (await me.readChat(guest.chatId)).user?.id === me.user.id
  await waitFor('the chat to be held', isMine)
  expect(await worker.readAlerts()).toEqual([])
  return guest
}

/** Written without a line, and the tab closed: the worker sends it, once. */
async function sendWithoutPage(hotel: Hotel, phone: SlowPhone, guest: Guest): Promise<void> {
  const agent = await phone.openTab()
  await agent.openChat(guest.chatId)
  // From here on the chat can be read without a line.
  await agent.thread.getByText(WORDS, { exact: true }).waitFor()
  await agent.composer.waitFor()
  const countSends = countFromNow(hotel.line, isSend)
  await hotel.goOffline()
  await agent.write('sent from my pocket')
  await agent.waitForMessage('sent from my pocket', 'Waiting to send')
  await waitUntilSyncAsked(agent)
  await agent.page.close()

  const worker = await phone.watchWorker()
  expect((await worker.dispatchSync()).state).toBe('rejected')
  await hotel.goOnline()
  expect((await worker.dispatchSync()).state).toBe('resolved')
  expect(await guest.readStaffTexts()).toEqual(['sent from my pocket'])
  expect(countSends()).toBe(1)
}

/** The chats are there and can be answered with nothing asked of the line, from a closed console on. */
async function startWithoutLine(hotel: Hotel, phone: SlowPhone, guest: Guest): Promise<ConsolePage> {
  await hotel.goOffline()
  const agent = await phone.openTab()
  await agent.open()
  await agent.waitUntilRowsVisible()
  expect(await agent.readCallsBeforeRows()).toEqual([])
  await agent.chooseChat(guest.chatId)
  await agent.thread.getByText(WORDS, { exact: true }).waitFor()
  await agent.write('from the lift')
  await agent.waitForMessage('from the lift', 'Waiting to send')
  await hotel.goOnline()
  await guest.waitForStaffTexts(['sent from my pocket', 'from the lift'])
  await agent.waitUntilUnsent(0)
  return agent
}

/** A new build is taken while a message is on its way: the guest has it once. */
async function takeUpdate(hotel: Hotel, agent: ConsolePage, guest: Guest): Promise<void> {
  expect(await readBuild(agent)).toBeNull()
  serveNewBuild(hotel)
  await agent.lookForUpdate()
  const arrival = hotel.line.holdNext(isSend)
  await agent.write('over the update')
  await arrival
  await agent.page.getByRole('link', { name: 'Back', exact: true }).first().click()
  await takeNewBuild(agent)
  expect(await readBuild(agent)).toBe('2')
  await guest.waitForStaffTexts(['sent from my pocket', 'from the lift', 'over the update'])
  await agent.waitUntilUnsent(0)
}
