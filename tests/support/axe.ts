import type { AxeResults } from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** Half of what the readable one is to send and to parse, on every page that is looked at. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is looked for: the rules of WCAG 2.2 at level AA and the library's own good practice; or what another theme can change. */
const WHOLE = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * What axe finds serious or critical on the screen, a line each: the rule, where, and why. Empty where there is nothing.
 * The script is evaluated, not added as a tag: the page's policy would rightly refuse that.
 */
export async function findSeriousFaults(page: Page, runOnly = WHOLE): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    )
}

/**
 * The same in both themes, for a screen that follows the system: what is open stays open, and the screen stays in the theme
 * `last`. A line begins with its theme.
 */
export async function findSeriousFaultsInBothThemes(
  page: Page,
  last: 'light' | 'dark' = 'light',
): Promise<string[]> {
  const faults: string[] = []
  for (const [colorScheme, runOnly] of [
    [last === 'light' ? 'dark' : 'light', COLOURS],
    [last, WHOLE],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
    await waitUntilStill(page)
    faults.push(...(await findSeriousFaults(page, runOnly)).map((fault) => `${colorScheme}: ${fault}`))
  }
  return faults
}

/** Another theme is drawn, and no colour is on its way to another one any more. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await drawFrame()
    await drawFrame()
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
}
