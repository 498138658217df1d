import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { launchChromium } from '#tests/support/chromium.ts'
import { openScaledHotel, type ScaledHotel } from './scaled-hotel.ts'
import { reportFigure } from './figures.ts'
import { scrollThrough, typeSlowly, type ScrollRun } from './scroll.ts'

const CHATS = 10_000
const MESSAGES = 20_000
/** What a long task is, ms. */
const LONG_TASK_MS = 50
/** In the names of a few hundred. */
const SOUGHT = '99'
/** The list's filters that no index answers alone. */
const NARROWED = ['Idle', 'Inactive'] as const

let browser: Browser
let hotel: ScaledHotel

beforeAll(async () => {
  browser = await launchChromium()
  hotel = await openScaledHotel(browser, '10,000 chats', CHATS, MESSAGES)
})

afterAll(async () => {
  await hotel.close()
  await browser.close()
})

const scroller = () => hotel.page.chats.locator('xpath=..')

it('a list of 10,000 chats scrolls without a long task, to its end and back', async () => {
  report('down through all', await scrollThrough(scroller(), 1))
  const last = hotel.page.chats.getByRole('listitem').last()
  expect(Number(await last.getAttribute('aria-posinset'))).toBeGreaterThanOrEqual(CHATS)
  report('up again', await scrollThrough(scroller(), -1))
})

it.each(NARROWED)('so does the list of %s ones', async (label) => {
  await hotel.page.page
    .getByRole('navigation', { name: 'Filters' })
    .getByRole('link', { name: label })
    .click()
  await hotel.page.page.waitForURL(`**chatFilter=${label.toLowerCase()}*`)
  await hotel.page.chats.getByRole('link').first().waitFor()
  report(`${label}, down`, await scrollThrough(scroller(), 1))
})

it('typing a name goes on while 10,000 are searched', async () => {
  await hotel.page.page
    .getByRole('navigation', { name: 'Filters' })
    .getByRole('link', { name: 'All States' })
    .click()
  const field = hotel.page.page.getByRole('searchbox', { name: 'Search user...' })
  report('typing', await typeSlowly(field, SOUGHT))
  await hotel.page.chats.getByRole('link').filter({ hasText: SOUGHT }).first().waitFor()
})

function report(name: string, { frames, longTasks, worstFrameMs }: ScrollRun): void {
  console.log(
    `${name}: ${frames} frames, worst ${worstFrameMs.toFixed(0)} ms, ` +
      `${longTasks.length} long tasks${longTasks.length > 0 ? `: ${longTasks.join(', ')} ms` : ''}`,
  )
  const values = [Math.max(0, ...longTasks)]
  reportFigure({ name: `10,000 chats, ${name}: longest task`, unit: 'ms', values, most: LONG_TASK_MS })
}
