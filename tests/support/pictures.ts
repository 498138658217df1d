import type { ConsolePage } from './console-page.ts'

const THEMES = ['light', 'dark'] as const

/** Where the setting BELLHOP_PICTURES names a folder: what the tab shows in both themes, for people to look at. */
export async function keepPicture({ page }: ConsolePage, name: string): Promise<void> {
  const folder = process.env['BELLHOP_PICTURES'] ?? ''
  if (folder === '') return
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: null })
}
