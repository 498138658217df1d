import type { Response } from 'playwright-core'
import { describe, expect } from 'vitest'
import { gzipSync } from 'node:zlib'
import { journey } from '#tests/support/journey.ts'

const MAX_KB = 200
const BYTES_PER_KB = 1_000
/** A file of less says only where another one is: a call for nothing (`scripts/import-directly.mjs`). */
const WORTH_A_CALL_KB = 0.2
/** The parts that are for what somebody opens: menus, dialogs, the screens of managers and admins. */
const OPENED = /\/assets\/(controls|lists)-/

describe('what a signed-in person downloads', () => {
  journey(
    `is at most ${MAX_KB} kB of JavaScript and CSS, gzipped, until the rows are live; the open chat brings no menus and no lists`,
    async (hotel) => {
      const desk = await hotel.openDesk({ serviceWorkers: 'block' })
      const agent = await desk.openTab()
      await agent.signIn('agent')
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
      const total = sizes.reduce((sum, { kb }) => sum + kb, 0)
      const list = sizes.map(({ path, kb }) => `${kb.toFixed(1)} ${path}`).join('\n')
      expect(sizes.length).toBeGreaterThan(0)
      expect(total, `${total.toFixed(1)} kB:\n${list}`).toBeLessThanOrEqual(MAX_KB)
      expect(sizes.filter(({ kb }) => kb < WORTH_A_CALL_KB)).toEqual([])

      // The chat that is open waits for its own part only.
      await fresh.composer.or(fresh.button('Take over')).first().waitFor()
      await fresh.page.getByRole('complementary', { name: 'Guest card' }).waitFor()
      expect(responses.map((response) => response.url()).filter((url) => OPENED.test(url))).toEqual([])
      await fresh.button('Menu').click()
      await fresh.page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
      expect(responses.some((response) => OPENED.test(response.url()))).toBe(true)
    },
  )
})

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

async function measure(response: Response): Promise<{ path: string; kb: number }> {
  const body = await response.body()
  return { path: new URL(response.url()).pathname, kb: gzipSync(body, { level: 9 }).length / BYTES_PER_KB }
}
