import { expect } from 'vitest'
import { findSeriousFaultsInBothThemes } from './axe.ts'
import type { ConsolePage } from './console-page.ts'
import type { Hotel } from './hotel.ts'
import type { Cast } from './walk-cast.ts'
import { waitFor } from './wait-for.ts'

export type Theme = 'light' | 'dark'

/** The sum of a ground's red, green and blue from which on it is a light one. */
const LIGHT_FROM = 3 * 128

/** One person's way through every screen, at one size and in one theme. */
export interface Walk {
  hotel: Hotel
  agent: ConsolePage
  cast: Cast
  /** `phone` or `desktop`: part of the pictures' names. */
  size: string
  viewport: { width: number; height: number }
  theme: Theme
  /** Whether one column has the whole screen. */
  isPhone: boolean
  /** How many pictures there are. */
  looks: number
}

/**
 * Looks at what is on screen: it is no wider than the screen, and in the theme that was asked for. Where the setting
 * BELLHOP_PICTURES names a folder, a picture of it is kept there for people to look at.
 */
export async function look(walk: Walk, bullet: string): Promise<void> {
  const { agent, viewport, theme, size } = walk
  walk.looks += 1
  const width = await agent.page.evaluate(() => document.scrollingElement?.scrollWidth)
  expect(width, `the width of ${bullet}`).toBeLessThanOrEqual(viewport.width)
  expect(await readTheme(agent), `the theme of ${bullet}`).toBe(theme)
  const folder = process.env['BELLHOP_PICTURES'] ?? ''
  if (folder === '') return
  const name = `${String(walk.looks).padStart(2, '0')}-${bullet}-${size}-${theme}.png`
  await agent.page.screenshot({ path: `${folder}/${name}`, animations: 'disabled' })
}

/** The same, and axe finds nothing serious on it, in neither theme. */
export async function lookClosely(walk: Walk, bullet: string): Promise<void> {
  expect(await findSeriousFaultsInBothThemes(walk.agent.page, walk.theme), bullet).toEqual([])
  await look(walk, bullet)
}

/** The theme of the page's ground, as it is painted. */
export async function readTheme({ page }: ConsolePage): Promise<Theme> {
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const [red = 0, green = 0, blue = 0] = (ground.match(/\d+/g) ?? []).map(Number)
  return red + green + blue >= LIGHT_FROM ? 'light' : 'dark'
}

/** On a phone from the open chat to the list's column, as it was left; on a desktop it is there. */
export async function goToList({ agent, isPhone }: Walk): Promise<void> {
  if (isPhone) await agent.page.getByRole('link', { name: 'Back', exact: true }).first().click()
  await agent.page.getByRole('searchbox', { name: 'Search user...' }).waitFor()
}

/** Waits until the address has this path, and these words in its query. */
export async function waitForAddress(
  { page }: ConsolePage,
  path: string,
  query: Record<string, string>,
): Promise<void> {
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname === path && Object.entries(query).every(([name, value]) => searchParams.get(name) === value),
  )
}

/** Some menus close with the choice, and all of them by Escape. */
export async function closeMenu({ page }: ConsolePage): Promise<void> {
  await waitFor('the menu to be closed', async () => {
    if ((await page.getByRole('menu').count()) === 0) return true
    await page.keyboard.press('Escape')
    return (await page.getByRole('menu').count()) === 0
  })
}
