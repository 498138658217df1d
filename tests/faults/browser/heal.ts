import type { ConsolePage } from '#tests/support/console-page.ts'
import { attempt, isShown } from './attempt.ts'
import { readDeviceRows } from './device-rows.ts'
import type { Stage } from './stage.ts'

/** How long a tab may take to show what it has, or who may sign in. */
const DRAWN_MS = 15_000
const INDICES = [0, 1] as const

/** Nothing fails any more. People look at their screens again, and the device's user is signed in on it. */
export async function heal(stage: Stage): Promise<ConsolePage> {
  const { device, house } = stage
  await house.start()
  await device.restoreQuota()
  await device.heal()
  await bringBackTabs(stage)
  const tab = device.find(0) ?? (await device.openTab(0))
  await bringBackUser(stage, tab)
  return tab
}

/** A tab that shows neither rows nor a sign-in is loaded anew, as its words ask for. */
async function bringBackTabs({ device }: Stage): Promise<void> {
  if (!device.find(0)) await device.openTab(0)
  for (const index of INDICES) {
    const tab = device.tabs[index]
    if (!tab) continue
    await device.setHidden(index, false)
    if (await isDrawn(tab)) continue
    await tab.page.goto(`${device.origin}/messenger`, { timeout: DRAWN_MS }).catch(() => undefined)
    await isDrawn(tab)
  }
}

/** Whoever else is signed in signs out and keeps what they have; then the first one is back. */
export async function bringBackUser({ pair, device }: Stage, tab: ConsolePage): Promise<void> {
  const { signedIn } = await readDeviceRows(tab.page)
  if (signedIn === pair.same.user.id) return
  await attempt(async () => {
    if (signedIn !== null) await tab.signOut('Keep for my next sign-in')
  }, undefined)
  if (!(await tab.page.getByLabel('Username', { exact: true }).isVisible()))
    await tab.page.goto(`${device.origin}/messenger`, { timeout: DRAWN_MS }).catch(() => undefined)
  await attempt(async () => {
    await tab.enterCredentials(pair.usernames.same)
    await tab.chats.waitFor()
  }, undefined)
}

function isDrawn({ page, chats }: ConsolePage): Promise<boolean> {
  const login = page.getByRole('button', { name: 'LOGIN', exact: true })
  return attempt(() => isShown(chats.or(login), DRAWN_MS), false, DRAWN_MS)
}
