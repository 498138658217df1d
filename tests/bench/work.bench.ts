import { afterAll, beforeAll, expect, it } from 'vitest'
import { setTimeout } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'
import { launchChromium, openContext, type WatchedContext } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import { startFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts'
import { openGuest } from '#tests/support/guest.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openBareWork, startBareWork } from './bare-work.ts'
import { answerCatchUp, CATCH_UP_MESSAGES, waitUntilCaughtUp } from './catch-up.ts'
import { reportFigure } from './figures.ts'
import {
  measureSend,
  measureChosen,
  openHeldChat,
  percentile,
  waitUntilAtRest,
  waitUntilSettled,
} from './measure.ts'
import { listMirrored, type ScaledHotel } from './scaled-hotel.ts'
import { SlowWatch } from './slow-watch.ts'

const SIGN_INS = 7
/** As many rows as are on the screen, but for the open one. */
const FIRST_SWITCHES = 12
const SWITCHES = 24
const SENDS = 40
const CATCH_UPS = 7
const PASSWORD = 'bellhop-demo'
const BYTES_PER_MB = 1e6
/** What a person does while their INP is measured. */
const WORDS = 'The pool opens at eight and closes at ten in the evening. '
const CLICKS = 8
/** What the browser does not name took less than 16 ms. */
const UNNAMED_MS = 8

let browser: Browser
let server: ServerProcess
let line: FaultProxy
let bareDesk: WatchedContext
let bareWork: Awaited<ReturnType<typeof openBareWork>>
let desk: WatchedContext
let hotel: ScaledHotel

beforeAll(async () => {
  browser = await launchChromium()
  server = await startServerProcess({ env: { SEED: 'demo' } })
  line = await startFaultProxy(server)
  bareDesk = await openContext(browser)
  bareWork = await openBareWork(bareDesk.context)
})

afterAll(async () => {
  await bareDesk.context.close()
  await browser.close()
  await bareWork.close()
  await line.stop()
  await server.remove()
})

it('a sign-in on an empty device draws the newest thread', async () => {
  const values: number[] = []
  const limits: number[] = []
  for (let round = 0; round <= SIGN_INS; round += 1) {
    const context = await openContext(browser)
    const bareTab = await context.context.newPage()
    await bareTab.goto(`${line.origin}/environments.json`)
    const least = await (await startBareWork(bareTab)).signIn(line.origin, 'maria', PASSWORD)
    const page = new ConsolePage(await context.context.newPage(), line.origin)
    await page.open()
    const ms = await measureSignIn(page)
    await context.context.close()
    if (round === 0) continue
    values.push(ms)
    limits.push(least)
  }
  reportFigure({ name: 'sign-in until the newest thread is drawn', unit: 'ms', values, limits, most: 2 })
})

it('what is in memory after a start', async () => {
  desk = await openContext(browser)
  const page = new ConsolePage(await desk.context.newPage(), line.origin)
  await page.signIn('agent')
  hotel = { name: 'demo', server, line, desk, page, close: () => Promise.resolve() }
  const session = await desk.context.newCDPSession(page.page)
  await session.send('Performance.enable')
  const values: number[] = []
  for (let round = 0; round < 5; round += 1) {
    await page.page.reload()
    await waitUntilLiveUnwatched(session)
    await setTimeout(2_000)
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    values.push((metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / BYTES_PER_MB)
  }
  reportFigure({ name: 'heap after a start', unit: 'MB', values, most: 5.6 })
})

/** Without a locator: the text of the script that finds them, and its code, would be counted with the page's own. */
async function waitUntilLiveUnwatched(session: CDPSession): Promise<void> {
  const expression = `performance.getEntriesByName('bellhop:rows-live').length > 0`
  await waitFor('the rows to be live', async () => {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
    return result.value === true
  })
}

it.each([
  ['a chat that has not been open', FIRST_SWITCHES, (round: number) => round],
  ['a chat that was open before', SWITCHES, (round: number) => FIRST_SWITCHES - (round % 6)],
])('a switch to %s', async (what, rounds, choose) => {
  const values: number[] = []
  const limits: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await waitUntilAtRest(hotel)
    const least = await bareWork.paintThread()
    const ms = await measureChosen(hotel, choose(round))
    if (round <= 2) continue
    values.push(ms)
    limits.push(least)
  }
  reportFigure({ name: `switch to ${what}`, unit: 'ms', values, limits, most: 1.5 })
})

it.each(['up', 'stalled', 'cut'] as const)('Enter until drawn, line %s', async (state) => {
  await openHeldChat(hotel)
  if (state === 'stalled') line.stall()
  if (state === 'cut') line.cut()
  const values: number[] = []
  const limits: number[] = []
  for (let round = 0; round < SENDS; round += 1) {
    const text = `Sent ${round} ${state}`
    const least = await bareWork.writeAndPaint(text)
    const ms = await measureSend(hotel, text)
    if (state === 'up') await waitUntilSettled(hotel, text)
    if (round === 0) continue
    values.push(ms)
    limits.push(least)
  }
  line.pass()
  reportFigure({ name: `Enter until drawn, line ${state}`, unit: 'ms', values, limits, most: 2 })
  await hotel.page.waitUntilUnsent(0, 120_000)
})

it('typing, switching and scrolling at a quarter of the speed', async () => {
  const guest = await openGuest(server.url)
  await guest.say('Could a person help me, please?')
  const { page } = hotel
  await page.chatLink(guest.chatId).waitFor()
  await page.chooseChat(guest.chatId)
  await page.takeOver()
  const watch = await SlowWatch.start(page.page)
  const { interactions } = await watch.during(async () => {
    await page.composer.pressSequentially(WORDS, { delay: 60 })
    const rows = page.chats.getByRole('link')
    for (let index = 1; index <= CLICKS; index += 1) {
      await rows.nth(index).click()
      await page.thread.locator('[data-message]').first().waitFor()
      await page.page.mouse.move(700, 400)
      for (let step = 0; step < 4; step += 1) {
        await page.page.mouse.wheel(0, -300)
        await page.page.waitForTimeout(80)
      }
    }
  })
  await watch.stop()
  const unnamed = Math.max(0, WORDS.length + CLICKS - interactions.length)
  const all = [...interactions, ...Array.from({ length: unnamed }, () => UNNAMED_MS)]
  const values = [percentile(all, 0.98)]
  reportFigure({ name: 'a press until painted, p98, quarter speed', unit: 'ms', values, most: 100 })
})

it(`a catch-up of ${CATCH_UP_MESSAGES} messages, and one while somebody types on a slow processor`, async () => {
  const { page } = hotel
  const chatIds = await listMirrored(page, 'chats', 20)
  await openHeldChat(hotel)
  const limits: number[] = []
  const values: number[] = []
  for (let run = 0; run <= CATCH_UPS; run += 1) {
    const least = await bareWork.writeMany(CATCH_UP_MESSAGES)
    const ms = await catchUp(String(run), chatIds)
    if (run === 0) continue
    values.push(ms)
    limits.push(least)
  }
  reportFigure({ name: 'catch-up of 10,000 messages', unit: 'ms', values, limits, most: 1.3 })

  const watch = await SlowWatch.start(page.page)
  const { longTasks } = await watch.during(async () => {
    const done = catchUp('slow', chatIds)
    await page.composer.pressSequentially(WORDS, { delay: 60 })
    await done
  })
  await watch.stop()
  const longest = [Math.max(0, ...longTasks)]
  reportFigure({ name: 'longest task of a catch-up, quarter speed', unit: 'ms', values: longest, most: 50 })
})

/** Ms from the first page that is asked for until the last one is stored: how long a line that is back is waited for is contracted. */
async function catchUp(run: string, chatIds: readonly string[]): Promise<number> {
  line.cut()
  await waitFor('the console to know', async () => !/Live/.test(await hotel.page.connection.innerText()))
  const pages = answerCatchUp(line, run, chatIds)
  line.pass()
  await waitUntilCaughtUp(hotel.page, run)
  const endedAt = performance.now()
  pages.stop()
  return endedAt - (pages.askedAt() ?? NaN)
}

/** LOGIN pressed until the thread's mark, ms. */
async function measureSignIn(page: ConsolePage): Promise<number> {
  await page.page.getByLabel('Username', { exact: true }).fill('agent')
  await page.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const pressedAt = await page.page.evaluate(() => {
    const at = { ms: 0 }
    document.addEventListener('click', () => (at.ms = performance.now()), { capture: true, once: true })
    Object.assign(window, { pressed: at })
    return 0
  })
  expect(pressedAt).toBe(0)
  await page.button('LOGIN').click()
  return waitFor('the newest thread', async () => {
    const ms = await page.page.evaluate(() => {
      const mark = performance.getEntriesByName('bellhop:thread-visible').at(-1)
      const pressed: unknown = Reflect.get(Reflect.get(window, 'pressed') as object, 'ms')
      return mark && typeof pressed === 'number' ? mark.startTime - pressed : null
    })
    return ms ?? false
  })
}
