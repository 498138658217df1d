import type { MarkName } from '#src/lib/marks.ts'

/** A start whose list is never drawn (a phone that opens a thread, an empty hotel) waits no longer than this. */
const ROWS_PATIENCE_MS = 1_500

/** What comes last of all waits longer: a list that is late is not to be later for it. */
const LIVE_PATIENCE_MS = 8_000

/** Settles when the first rows are on screen: until then the network stays out of the way of a warm start. */
export function waitForRows(): Promise<void> {
  return waitForMark('bellhop:rows-visible', ROWS_PATIENCE_MS)
}

/** Settles when the rows are live, for what nobody waits for. */
export function waitForLiveRows(): Promise<void> {
  return waitForMark('bellhop:rows-live', LIVE_PATIENCE_MS)
}

function waitForMark(name: MarkName, patienceMs: number): Promise<void> {
  if (performance.getEntriesByName(name).length > 0) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      observer.disconnect()
      clearTimeout(timer)
      resolve()
    }
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName(name).length > 0) finish()
    })
    const timer = setTimeout(finish, patienceMs)
    observer.observe({ type: 'mark' })
  })
}
