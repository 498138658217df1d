import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { launchChromium, openContext, type WatchedContext } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import { startFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { TEST_PASSWORD } from '#tests/support/test-server.ts'
import { openBareWork } from './bare-work.ts'
import { reportFigure } from './figures.ts'
import { makeLongLists } from './list-hotel.ts'
import { median } from './measure.ts'
import { startFilledServer } from './scaled-hotel.ts'
import { readFirstRows, watchEvent, watchFirstRows, type Watched } from './watch-page.ts'

const ROWS = 10_000
const OPENINGS = 5
/** From the answer's end to the first rows' frame, beside fifty rows that a bare page reads and paints. */
const MAX_FIRST_ROWS = 12
/** What a long task is, ms. */
const LONG_TASK_MS = 50
const SOUGHT = 'parking 99'

const LISTS = [
  { name: 'answers', at: '/answers-table', call: '/api/manager/typical-answers', sortBy: 'Label' },
  { name: 'tickets', at: '/tickets', call: '/api/ticketing/Tickets', sortBy: 'Location' },
] as const

let browser: Browser
let server: ServerProcess
let line: FaultProxy
let desk: WatchedContext
let page: Page
let bareWork: Awaited<ReturnType<typeof openBareWork>>

beforeAll(async () => {
  browser = await launchChromium()
  server = await startFilledServer(makeLongLists(ROWS))
  line = await startFaultProxy(server)
  desk = await openContext(browser)
  bareWork = await openBareWork(desk.context)
  page = await desk.context.newPage()
  const admin = new ConsolePage(page, line.origin)
  await admin.open()
  await admin.enterCredentials('admin', TEST_PASSWORD)
  await admin.waitUntilLive()
  // Whatever the first sync does is over, and is no part of what is measured.
  await page.waitForTimeout(5_000)
  await page.addInitScript(watchFirstRows)
})

afterAll(async () => {
  await desk.context.close()
  await bareWork.close()
  await line.stop()
  await server.remove()
  await browser.close()
})

it.each(LISTS)('$name: first rows of 10,000', async ({ name, at, call }) => {
  const seen: Watched[] = []
  const limits: number[] = []
  for (let nth = 0; nth < OPENINGS; nth += 1) {
    limits.push(await bareWork.paintThread())
    // From another screen, with nothing kept of the list.
    await page.goto(`${line.origin}/device`)
    await page.evaluate(forgetLists)
    await page.goto(line.origin + at)
    seen.push(await readFirstRows(page, call))
  }
  const painted = seen.map((one) => one.painted)
  report(`${name}, first rows`, seen)
  reportFigure({
    name: `${name}, first rows of 10,000`,
    unit: 'ms',
    values: painted,
    limits,
    most: MAX_FIRST_ROWS,
  })
})

it.each(LISTS)('$name: typing, sorting and choosing among 10,000', async ({ name, at, sortBy }) => {
  await page.goto(line.origin + at)
  await page.getByText(/^10,000 /).waitFor()
  await page.waitForTimeout(5_000)
  const search = page.getByRole('searchbox')
  await search.focus()
  const letters: Watched[] = []
  for (const letter of SOUGHT)
    letters.push(await watchEvent(page, 'input', () => page.keyboard.press(letter)))
  report(`${name}, a letter of the search`, letters)
  await page.getByText(/^[\d,]+ of 10,000 /).waitFor()
  await search.fill('')
  const sorts: Watched[] = []
  for (let nth = 0; nth < 3; nth += 1) {
    const heading = page.getByRole('columnheader', { name: sortBy }).getByRole('button')
    sorts.push(await watchEvent(page, 'click', () => heading.click()))
  }
  report(`${name}, sorting`, sorts)
  const all = page.getByRole('checkbox', { name: 'Choose all' }).first()
  report(`${name}, choosing all`, [await watchEvent(page, 'click', () => all.check())])
  const values = letters.map(({ longTasks }) => Math.max(0, ...longTasks))
  reportFigure({
    name: `${name}, a letter among 10,000: longest task`,
    unit: 'ms',
    values,
    most: LONG_TASK_MS,
  })
})

it.each(LISTS)('$name: opened without a line', async ({ name, at }) => {
  await page.goto(line.origin + at)
  await page.getByText(/^10,000 /).waitFor()
  await page.waitForTimeout(3_000)
  await desk.context.setOffline(true)
  const seen: Watched[] = []
  for (let nth = 0; nth < OPENINGS; nth += 1) {
    await page.reload()
    seen.push(await readFirstRows(page, 'no such call'))
  }
  await desk.context.setOffline(false)
  report(`${name}, without a line, from the start of the page`, seen)
})

function report(what: string, seen: readonly Watched[]): void {
  const painted = seen.map((one) => one.painted)
  const tasks = seen.map(({ longTasks }) => longTasks.join('+') || '-')
  console.log(
    `${what}: median ${median(painted).toFixed(0)} ms of ${painted.map((ms) => ms.toFixed(0)).join(', ')}; ` +
      `long tasks ${tasks.join(', ')}`,
  )
}

/** Runs in the page. */
async function forgetLists(): Promise<void> {
  const known = (await indexedDB.databases()).find(({ name }) => name?.startsWith('bellhop-mirror-'))
  const opening = indexedDB.open(known?.name ?? '')
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const write = opening.result.transaction('lists', 'readwrite')
  write.objectStore('lists').clear()
  await new Promise((resolve) => (write.oncomplete = resolve))
  opening.result.close()
}
