import { afterAll, beforeAll, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { launchChromium } from '#tests/support/chromium.ts'
import { signInStaff } from '#tests/support/staff.ts'
import { TEST_PASSWORD } from '#tests/support/test-server.ts'
import { reportFigure } from './figures.ts'
import { fillMirror, HOSTILE, openHistoryHotel, ORDINARY, SHORT } from './history-hotel.ts'
import type { ScaledHotel } from './scaled-hotel.ts'
import { reportBeside, reportRuns, SlowWatch, type SlowRun } from './slow-watch.ts'

const ROUNDS = 3
/** Frames of one way through what is drawn. */
const FRAMES = 60
/** A chat whose messages cost much may cost so many times what an ordinary one costs. */
const MAX_RATIO = 3
/** A press meanwhile is answered within so long, ms. */
const LONG_TASK_MS = 50
/** In most messages of the mirror, and in none. */
const COMMON = 'towels'
const UNKNOWN = 'zebracrossing'
/** How long 50,000 messages may be searched on a machine that has others to serve. */
const SEARCH_MS = 300_000

let browser: Browser
let hotel: ScaledHotel
let watch: SlowWatch

beforeAll(async () => {
  browser = await launchChromium()
  hotel = await openHistoryHotel(browser)
  for (const chatId of [HOSTILE, ORDINARY, SHORT]) await openThread(chatId)
  watch = await SlowWatch.start(hotel.page.page)
})

afterAll(async () => {
  await hotel.close()
  await browser.close()
})

it('a chat of hostile messages opens as an ordinary one does', async () => {
  await compare('opening', async (chatId) => {
    await openThread(SHORT)
    return watch.during(() => openThread(chatId))
  })
})

it('it scrolls as an ordinary one does', async () => {
  await compare('scrolling through what is drawn, back and forth', async (chatId) => {
    await openThread(chatId)
    return watch.during(async () => {
      await sweep(-1)
      await sweep(1)
    })
  })
})

it('a message that comes in is drawn as in an ordinary one', async () => {
  const staff = await signInStaff(hotel.server.url, 'maria', TEST_PASSWORD)
  let count = 0
  await compare('a message comes in', async (chatId) => {
    await openThread(chatId)
    await staff.takeOver(chatId)
    await hotel.page.composer.waitFor()
    return watch.during(async () => {
      count += 1
      await staff.send(chatId, `Incoming ${count}`)
      await hotel.page.thread.getByText(`Incoming ${count}`, { exact: true }).waitFor()
    })
  })
})

it('50,000 messages are searched in short tasks, and the search ends where it is stopped', async () => {
  await openThread(SHORT)
  await fillMirror(hotel.page)
  const field = hotel.page.page.getByRole('searchbox', { name: 'Search user...' })
  const note = hotel.page.page.getByRole('status', { name: 'Search', exact: true })
  const common = await watch.during(async () => {
    await field.fill(COMMON)
    await note.getByText(/The newest \d+ are shown/).waitFor()
  })
  await field.fill('')
  const startedAt = performance.now()
  const unknown = await watch.during(async () => {
    await field.fill(UNKNOWN)
    await note.getByText('No message on this device has these words.').waitFor({ timeout: SEARCH_MS })
  })
  console.log(`all were looked at within ${Math.round(performance.now() - startedAt)} ms`)
  reportRuns('searching for a word of many messages', [common])
  reportRuns('searching for a word of none', [unknown])
  await field.fill('')
  await field.fill(UNKNOWN)
  await hotel.page.button('Stop').click()
  await note.getByText('The search was stopped.').waitFor()
  const stopped = await watch.during(() => Promise.resolve())
  const idle = await watch.during(() => Promise.resolve())
  console.log(
    `a second after a stop: page busy ${stopped.busy.toFixed(0)} ms, then ${idle.busy.toFixed(0)} ms`,
  )
  await field.fill('')
})

/** Measures both in turn, so that whatever else the machine does falls on both. The first of each warms up. */
async function compare(name: string, measure: (chatId: string) => Promise<SlowRun>): Promise<void> {
  const runs: Record<typeof HOSTILE | typeof ORDINARY, SlowRun[]> = { [HOSTILE]: [], [ORDINARY]: [] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const chatId of [HOSTILE, ORDINARY] as const) {
      const run = await measure(chatId)
      if (round > 0) runs[chatId].push(run)
    }
  }
  reportBeside(name, runs[HOSTILE], runs[ORDINARY])
  const [values, limits] = [runs[HOSTILE], runs[ORDINARY]].map((each) => each.map(({ busy }) => busy))
  if (!values || !limits) return
  reportFigure({ name: `${name}: hostile beside ordinary`, unit: 'ms', values, limits, most: MAX_RATIO })
  const longest = [Math.max(0, ...runs[HOSTILE].flatMap(({ longTasks }) => longTasks))]
  reportFigure({
    name: `${name}: longest task, quarter speed`,
    unit: 'ms',
    values: longest,
    most: LONG_TASK_MS,
  })
}

async function openThread(chatId: string): Promise<void> {
  await hotel.page.chooseChat(chatId)
  await hotel.page.page.locator(`section[aria-label="Guest ${chatId}"] [data-message]`).first().waitFor()
}

/** Goes through all that is drawn, frame by frame. */
async function sweep(way: 1 | -1): Promise<void> {
  await hotel.page.thread.evaluate(
    async (log, { direction, frames }) => {
      const step = log.scrollHeight / frames
      for (let frame = 0; frame < frames; frame += 1) {
        log.scrollTop += direction * step
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    },
    { direction: way, frames: FRAMES },
  )
}
