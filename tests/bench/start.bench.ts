import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { openProfile, PHONE } from '#tests/support/chromium.ts'
import { ConsolePage } from '#tests/support/console-page.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { waitForStartNote } from '#tests/support/start-note.ts'
import { BARE_MARK, serveBarePage, type BarePage } from './bare-page.ts'
import { reportFigure } from './figures.ts'
import { openQuietBrowser, type QuietBrowser } from './quiet-browser.ts'

/** What the issue asks for: medians of so many starts without network, against the bare page in the same run. */
const STARTS = 11
const WARM_UP = 2
const BOUNDS = { idle: { visible: 0.7, live: 1.3 }, busy: { visible: 0.8, live: 1.8 } }
const BUSY_CORES = 2

const VISIBLE = 'bellhop:rows-visible'
const LIVE = 'bellhop:rows-live'

/** Ms from the navigation's start to each mark, as soon as all are there. Runs in the page. */
const READ_MARKS = `(async (names) => {
  const read = () => names.map((name) => performance.getEntriesByName(name)[0]?.startTime)
  while (read().includes(undefined)) await new Promise((resolve) => setTimeout(resolve, 100))
  return read()
})`

let server: ServerProcess
let bare: BarePage
let browser: QuietBrowser
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellhop-start-'))
  server = await startServerProcess({ env: { SEED: 'demo' } })
  bare = await serveBarePage()
  // As an installed console has one: a private window keeps everything in memory.
  const profile = await openProfile(folder, PHONE)
  const rows = await fillConsole(profile)
  await fillBarePage(profile, rows)
  await profile.close()
  // From here on there is nobody at the other end of the line.
  await bare.close()
  await server.stop()
  browser = await openQuietBrowser(folder, PHONE)
})

afterAll(async () => {
  await browser.close()
  await server.remove()
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

it('a warm start without network shows rows before a bare page does', () => compareStarts(BOUNDS.idle, false))

it('it does so, too, while others keep both cores busy, as on a slow phone', async () => {
  const others = Array.from({ length: BUSY_CORES }, () => spawn(process.execPath, ['-e', 'for (;;);']))
  try {
    await compareStarts(BOUNDS.busy, true)
  } finally {
    for (const other of others) other.kill('SIGKILL')
  }
})

async function compareStarts({ visible, live }: (typeof BOUNDS)['idle'], isBusy: boolean): Promise<void> {
  const seen = { bare: [] as number[], visible: [] as number[], live: [] as number[] }
  for (let start = 0; start < WARM_UP + STARTS; start += 1) {
    const ofBare = await measureStart(bare.origin, [BARE_MARK])
    const ofConsole = await measureStart(`${server.url}/messenger`, [VISIBLE, LIVE])
    if (start < WARM_UP) continue
    seen.bare.push(ofBare[0] ?? Number.NaN)
    seen.visible.push(ofConsole[0] ?? Number.NaN)
    seen.live.push(ofConsole[1] ?? Number.NaN)
  }
  const limits = seen.bare
  const start = `start without network${isBusy ? ', both cores busy' : ''}`
  reportFigure({ name: `${start}: rows visible`, unit: 'ms', values: seen.visible, limits, most: visible })
  reportFigure({ name: `${start}: rows live`, unit: 'ms', values: seen.live, limits, most: live })
}

/** Opens an address in a new window; ms from the navigation's start to each mark. */
async function measureStart(address: string, marks: string[]): Promise<number[]> {
  const times = await browser.visit(address, `${READ_MARKS}(${JSON.stringify(marks)})`)
  if (!Array.isArray(times)) throw new Error(`no marks at ${address}`)
  return times.map(Number)
}

/** Signs in, and waits until the next start needs no network. Gives the 50 newest rows of its mirror. */
async function fillConsole(context: BrowserContext): Promise<unknown[]> {
  const agent = new ConsolePage(await context.newPage(), server.url)
  await agent.signIn('agent')
  await agent.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await waitForStartNote(agent.page)
  const rows = await agent.page.evaluate(readNewestRows)
  await agent.page.close()
  return rows
}

async function fillBarePage(context: BrowserContext, rows: unknown[]): Promise<void> {
  const page = await context.newPage()
  await page.goto(bare.origin)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.evaluate(async (chats) => {
    const opening = indexedDB.open('bare', 1)
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const write = opening.result.transaction('chats', 'readwrite')
    for (const chat of chats) write.objectStore('chats').put(chat)
    await new Promise((resolve) => (write.oncomplete = resolve))
    opening.result.close()
  }, rows)
  await page.close()
}

/** Runs in the page. */
async function readNewestRows(): Promise<unknown[]> {
  const known = (await indexedDB.databases()).find(({ name }) => name?.startsWith('bellhop-mirror-'))
  const opening = indexedDB.open(known?.name ?? '')
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const newest = opening.result.transaction('chats').objectStore('chats').index('updatedAt')
  const rows: unknown[] = []
  await new Promise<void>((resolve) => {
    const walk = newest.openCursor(null, 'prev')
    walk.onsuccess = () => {
      if (!walk.result || rows.length === 50) return resolve()
      rows.push(walk.result.value)
      walk.result.continue()
    }
  })
  opening.result.close()
  return rows
}
