import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { ConsolePage } from './console-page.ts'
import { waitFor } from './wait-for.ts'

/** More stops than any screen has. */
const MOST_TABS = 120

export const press = (agent: ConsolePage, key: string) => agent.page.keyboard.press(key)

/** Presses Tab, or what leads the other way, until the focus is there; where it is already, none. */
export async function tabTo(
  agent: ConsolePage,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await target.first().waitFor()
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await hasFocus(target)) return
    await press(agent, key)
  }
  expect.fail(`${MOST_TABS} presses of ${key} do not lead to ${target.toString()}`)
}

export async function waitForFocus(target: Locator): Promise<void> {
  await waitFor(`the focus to be at ${target.toString()}`, () => hasFocus(target))
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.first().evaluate((element) => element === document.activeElement)
}

/** It loads after the rows: the first press may come too early. */
export async function openPalette(agent: ConsolePage): Promise<Locator> {
  const palette = agent.page.getByRole('dialog', { name: 'Go to a chat or screen' })
  await waitFor('Ctrl+K to open the palette', async () => {
    if (!(await palette.isVisible())) await press(agent, 'Control+k')
    return palette.isVisible()
  })
  return palette
}
