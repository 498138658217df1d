import { describe, expect } from 'vitest'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { journey } from '#tests/support/journey.ts'

describe('an environment that has the specification alone (CONTRACT section 2)', () => {
  journey(
    'sends no alerts and keeps no audit, and offers neither',
    async (hotel) => {
      const admin = await (await hotel.openDesk()).openTab()
      await admin.signIn('admin')
      await findNoAlerts(admin)
      await findNoAudit(admin)
    },
    { kinds: ['plain'] },
  )
})

/** The screen about them says so. */
async function findNoAlerts(admin: ConsolePage): Promise<void> {
  await admin.button('Menu').click()
  await admin.page.getByRole('menuitem', { name: 'Alerts on this device' }).click()
  await admin.page
    .getByRole('region', { name: 'Alerts', exact: true })
    .getByRole('heading', { name: 'This environment sends no alerts', exact: true })
    .waitFor()
  expect(await admin.button('Turn on alerts').count()).toBe(0)
}

/** Neither in the menu nor at its address. */
async function findNoAudit(admin: ConsolePage): Promise<void> {
  await admin.button('Menu').click()
  await admin.page.getByRole('menuitem', { name: 'Agent on duty' }).waitFor()
  expect(await admin.page.getByRole('menuitem', { name: 'Audit' }).count()).toBe(0)
  await admin.open('/config/audit')
  await admin.page.waitForURL(({ pathname }) => pathname.startsWith('/messenger'))
}
