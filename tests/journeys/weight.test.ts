import type { Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { journey } from '#tests/support/journey.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** What the rows take, and what all of a start takes that somebody has a chat open in. */
const ROWS_MAX_KB = 140
const START_MAX_KB = 225.5
/**
 * Each file of the console, gzipped: what it was when it was last looked at, and 3 %. What makes one larger by more says so in
 * decision 058.
 */
const MAX_KB: Record<string, number> = {
  'index.js': 137.1,
  'index.css': 5.6,
  'begin.js': 1.1,
  'screens.js': 26.4,
  'chat.js': 50.6,
  'chat.css': 5.7,
  'calls.js': 11.6,
  'lead.js': 18,
  'sign-in.js': 29.5,
  'sign-in.css': 4.6,
  'alerts.js': 6.3,
  'alerts.css': 1.5,
  'pictures.js': 5.5,
  'controls.js': 49.2,
  'controls.css': 3.6,
  'lists.js': 145,
  'lists.css': 8.7,
  'reports.js': 141,
  'reports.css': 5,
  // The databases in memory, where a browser refuses to store (decision 005).
  'esm.js': 15.4,
}
const BYTES_PER_KB = 1_000
const CONSOLE = new URL('../../dist/console/', import.meta.url)
/** A file of less says only where another one is: a call for nothing (`scripts/import-directly.mjs`). */
const WORTH_A_CALL_KB = 0.2
/** The parts that are for what somebody opens: menus, dialogs, the screens of managers and admins. */
const OPENED = /\/assets\/(screens|controls|lists|sign-in|reports|pictures|alerts)-/
const LEAD = /\/assets\/lead-/
const CHAT = /\/assets\/chat-/
const ASSET = /^assets\/(.+)-.{8}\.(js|css)$/

describe('what the console is made of', () => {
  it('each of its files stays within its bytes, and there is none that nobody looked at', () => {
    const sizes = readBuild().map(({ name, kb }) => [name, kb] as const)
    expect(sizes.map(([name]) => name).sort()).toEqual(Object.keys(MAX_KB).sort())
    const grown = sizes.filter(([name, kb]) => kb > (MAX_KB[name] ?? 0))
    expect(grown, 'kB gzipped').toEqual([])
  })
})

describe('what a signed-in person downloads', () => {
  journey(
    `is at most ${ROWS_MAX_KB} kB of JavaScript and CSS, gzipped, until the rows are live, and ${START_MAX_KB} with the open chat and what sends; no menus, lists or router`,
    async (hotel) => {
      const desk = await hotel.openDesk({ serviceWorkers: 'block' })
      const agent = await desk.openTab()
      const asked: string[] = []
      agent.page.on('request', (request) => asked.push(request.url()))
      await agent.open()
      await waitFor('what draws the console, while somebody types', () =>
        [LEAD, CHAT].every((part) => asked.some((url) => part.test(url))),
      )
      await agent.enterCredentials('agent')
      await agent.waitUntilLive()
      await agent.page.close()

      const fresh = await desk.openTab()
      const session = await desk.context.newCDPSession(fresh.page)
      await session.send('Network.enable')
      await session.send('Network.clearBrowserCache')
      const responses: Response[] = []
      fresh.page.on('response', (response) => responses.push(response))
      await fresh.open()
      await fresh.waitUntilLive()
      // What the screen fetches once the rows are there, such as the thread's part, is asked for later.
      const liveAt = await fresh.page.evaluate(readRowsLive)
      const code = responses.filter((response) => isCode(response) && isAskedBefore(response, liveAt))
      const sizes = await Promise.all(code.map(measure))
      expect(sizes.length).toBeGreaterThan(0)
      expectAtMost(ROWS_MAX_KB, sizes)
      expect(sizes.filter(({ kb }) => kb < WORTH_A_CALL_KB)).toEqual([])

      // The chat that is open waits for its own part only.
      await fresh.composer.or(fresh.button('Take over')).first().waitFor()
      await fresh.page.getByRole('complementary', { name: 'Guest card' }).waitFor()
      await waitFor('what sends', () => responses.some((response) => LEAD.test(response.url())))
      await fresh.page.waitForLoadState('networkidle')
      expectAtMost(START_MAX_KB, await Promise.all(responses.filter(isCode).map(measure)))
      expect(responses.map((response) => response.url()).filter((url) => OPENED.test(url))).toEqual([])
      await fresh.button('Menu').click()
      await fresh.page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
      expect(responses.some((response) => OPENED.test(response.url()))).toBe(true)
    },
  )
})

interface Sized {
  name: string
  kb: number
}

/** The scripts and styles of this build; what the folder has of builds before it is not counted. */
function readBuild(): Sized[] {
  const text = readFileSync(new URL('../console.build.json', CONSOLE), 'utf8')
  const record = v.parse(v.object({ files: v.array(v.string()) }), JSON.parse(text))
  const files = record.files.filter((file) => ASSET.test(file))
  return files.map((file) => ({ name: nameOf(file), kb: weigh(readFileSync(new URL(file, CONSOLE))) }))
}

/** `chat.js` for `assets/chat-jTiQQ-_4.js`. */
function nameOf(file: string): string {
  return file.replace(ASSET, '$1.$2')
}

function expectAtMost(maxKb: number, sizes: readonly Sized[]): void {
  const total = sizes.reduce((sum, { kb }) => sum + kb, 0)
  const list = sizes.map(({ name, kb }) => `${kb.toFixed(1)} ${name}`).join('\n')
  expect(total, `${total.toFixed(1)} kB:\n${list}`).toBeLessThanOrEqual(maxKb)
}

/** When the rows went live, ms of the epoch. Runs in the page. */
function readRowsLive(): number {
  const [mark] = performance.getEntriesByName('bellhop:rows-live')
  return performance.timeOrigin + (mark?.startTime ?? Infinity)
}

function isAskedBefore(response: Response, epochMs: number): boolean {
  return response.request().timing().startTime < epochMs
}

function isCode(response: Response): boolean {
  return ['script', 'stylesheet'].includes(response.request().resourceType())
}

async function measure(response: Response): Promise<Sized> {
  return { name: new URL(response.url()).pathname, kb: weigh(await response.body()) }
}

function weigh(bytes: Uint8Array): number {
  return gzipSync(bytes, { level: 9 }).length / BYTES_PER_KB
}
