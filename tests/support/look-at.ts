import { expect } from 'vitest'
import { findSeriousFaultsInBothThemes } from './axe.ts'
import { DESKTOP } from './chromium.ts'
import type { ConsolePage } from './console-page.ts'
import { turnIntoPhone } from './phone.ts'

/**
 * Looks at a screen as it is: no wider than the screen, and nothing serious for axe in either theme. Where the setting
 * BELLHOP_PICTURES names a folder, pictures of it are kept there for people to look at.
 */
export async function lookAt({ page }: ConsolePage, name: string): Promise<void> {
  expect(await findSeriousFaultsInBothThemes(page), name).toEqual([])
  const { width = DESKTOP.width } = page.viewportSize() ?? {}
  const drawn = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0)
  expect(drawn, `the width of ${name}`).toBeLessThanOrEqual(width)
  const folder = process.env['BELLHOP_PICTURES'] ?? ''
  if (folder === '') return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const end of ['top', 'bottom'] as const) {
      await page.locator('main').evaluate((main, where) => {
        main.scrollTop = where === 'top' ? 0 : main.scrollHeight
      }, end)
      const path = `${folder}/${name}-${width}-${colorScheme}-${end}.png`
      await page.screenshot({ path, animations: 'disabled' })
    }
  }
}

/** The same on a phone, as which the tab stays. */
export async function lookOnPhone(tab: ConsolePage, name: string): Promise<void> {
  await turnIntoPhone(tab)
  await lookAt(tab, name)
}
