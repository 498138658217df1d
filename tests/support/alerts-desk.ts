import type { Locator } from 'playwright-core'
import { NOTIFICATION_LOCK } from '#src/lib/notification-turn.ts'
import { DESKTOP } from './chromium.ts'
import type { ConsolePage } from './console-page.ts'
import type { Desk, Hotel } from './hotel.ts'
import { openPushProfile, type PushProfile } from './push-page.ts'
import type { PushService } from './push-service.ts'

/** What the screen about alerts says of them. */
export function findVerdict({ page }: ConsolePage, title: string): Locator {
  return page
    .getByRole('region', { name: 'Alerts', exact: true })
    .getByRole('heading', { name: title, exact: true })
}

/** A desk whose browser was not asked for anything yet, with somebody signed in. */
export async function openAlertsDesk(
  hotel: Hotel,
  service: PushService,
  { viewport = DESKTOP, username = 'agent' } = {},
): Promise<{ desk: Desk; agent: ConsolePage; push: PushProfile }> {
  const desk = await hotel.openDesk({ viewport, notifications: 'prompt' })
  const push = await openPushProfile(desk.context, service.endpoint(), hotel.line.origin)
  const agent = await desk.openTab()
  await agent.signIn(username)
  await agent.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return { desk, agent, push }
}

/** The screen about alerts. */
export async function openAlertsScreen(agent: ConsolePage): Promise<void> {
  await agent.button('Menu').click()
  await agent.page.getByRole('menuitem', { name: 'Alerts on this device' }).click()
  await agent.page.getByRole('heading', { name: 'Alerts on this device', level: 1 }).waitFor()
}

/** On that screen. */
export async function turnOnAlerts(agent: ConsolePage): Promise<void> {
  await agent.button('Turn on alerts').click()
  await findVerdict(agent, 'Alerts are on').waitFor()
}

/** As their person does with a finger. */
export function closeShown({ page }: ConsolePage): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    for (const notification of await registration.getNotifications()) notification.close()
  })
}

/** How many notifications the profile's worker shows. */
export function countShown({ page }: ConsolePage): Promise<number> {
  return page.evaluate(async (lock) => {
    const registration = await navigator.serviceWorker.ready
    // Who asks while one is being shown loses it (`notification-turn`).
    const read = () => registration.getNotifications()
    return (await navigator.locks.request(lock, read)).length
  }, NOTIFICATION_LOCK)
}
