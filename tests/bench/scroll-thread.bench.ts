import { afterAll, beforeAll, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { scaleChatId } from '#server/demo/scale.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { openScaledHotel, type ScaledHotel } from './scaled-hotel.ts'
import { reportFigure } from './figures.ts'
import { scrollThrough } from './scroll.ts'

const MESSAGES = 10_000
/** What a long task is, ms. */
const LONG_TASK_MS = 50

let browser: Browser
let hotel: ScaledHotel

beforeAll(async () => {
  browser = await launchChromium()
  hotel = await openScaledHotel(browser, 'one long chat', 1, MESSAGES)
})

afterAll(async () => {
  await hotel.close()
  await browser.close()
})

it('a thread of 10,000 messages scrolls without a long task', async () => {
  const { page } = hotel
  await page.chooseChat(scaleChatId(0))
  const runs = [
    ['up, older messages fetched', -1],
    ['down', 1],
    ['up again', -1],
  ] as const
  for (const [name, direction] of runs) {
    const { frames, longTasks, worstFrameMs } = await scrollThrough(page.thread, direction)
    console.log(
      `${name}: ${frames} frames, worst ${worstFrameMs.toFixed(0)} ms, ` +
        `${longTasks.length} long tasks${longTasks.length > 0 ? `: ${longTasks.join(', ')} ms` : ''}`,
    )
    const values = [Math.max(0, ...longTasks)]
    reportFigure({ name: `10,000 messages, ${name}: longest task`, unit: 'ms', values, most: LONG_TASK_MS })
  }
  await page.thread.getByText('Start of the conversation').waitFor()
})
