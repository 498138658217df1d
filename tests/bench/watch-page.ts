import type { Page } from 'playwright-core'

/** What a page did while something was done to it, ms. */
export interface Watched {
  /** From what the person did to the frame that shows it. */
  painted: number
  longTasks: number[]
}

declare global {
  interface Window {
    /** Set by `watchFirstRows`, and by `watchEvent`. */
    seenRows: { firstRow: number; longTasks: { at: number; ms: number }[] }
    seenEvent: Watched
  }
}

/** How long a page is watched after it has shown something: what is done later is a stall as well. */
const REST_MS = 1_500

/** Before any script of the page: notes when a row is painted first, and every long task. */
export function watchFirstRows(): void {
  const seen: Window['seenRows'] = { firstRow: Number.NaN, longTasks: [] }
  window.seenRows = seen
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.longTasks.push({ at: startTime, ms: Math.round(duration) })
  }).observe({ type: 'longtask', buffered: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-id]')) return
    observer.disconnect()
    // A task after a frame's callbacks is a task after its paint; this one waits behind no other.
    requestAnimationFrame(() => {
      const note = () => (seen.firstRow = performance.now())
      void scheduler.postTask(note, { priority: 'user-blocking' })
    })
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** The first rows of a page that `watchFirstRows` watches, and the long tasks since `since` (both ms of its clock). */
export async function readFirstRows(page: Page, path: string): Promise<{ since: number } & Watched> {
  await page.waitForFunction(() => !Number.isNaN(window.seenRows.firstRow))
  await page.waitForTimeout(REST_MS)
  return page.evaluate((wanted) => {
    const call = performance
      .getEntriesByType('resource')
      .find(({ name }) => new URL(name).pathname.startsWith(wanted))
    const since = call instanceof PerformanceResourceTiming ? call.responseEnd : 0
    const { firstRow, longTasks } = window.seenRows
    return {
      since,
      painted: firstRow - since,
      longTasks: longTasks.filter(({ at, ms }) => at + ms > since).map(({ ms }) => ms),
    }
  }, path)
}

/** Does something on the page, and says when the frame after the next `event` was painted and which tasks were long. */
export async function watchEvent(page: Page, event: string, act: () => Promise<void>): Promise<Watched> {
  await page.evaluate((type) => {
    const run: Window['seenEvent'] = { painted: Number.NaN, longTasks: [] }
    window.seenEvent = run
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) run.longTasks.push(Math.round(duration))
    }).observe({ type: 'longtask' })
    document.addEventListener(
      type,
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const note = () => (run.painted = performance.now() - timeStamp)
          void scheduler.postTask(note, { priority: 'user-blocking' })
        }),
      { capture: true, once: true },
    )
  }, event)
  await act()
  await page.waitForFunction(() => !Number.isNaN(window.seenEvent.painted))
  await page.waitForTimeout(REST_MS)
  return page.evaluate(() => window.seenEvent)
}
