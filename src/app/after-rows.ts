import type { MarkName } from '#src/lib/marks.ts'

const ROWS_MARK: MarkName = 'bellhop:rows-visible'
/** A start whose list is never drawn (a phone that opens a thread, an empty hotel) waits no longer than this. */
const ROWS_PATIENCE_MS = 1_500

/** Settles when the first rows are on screen: until then the network stays out of the way of a warm start. */
export function waitForRows(): Promise<void> {
  if (performance.getEntriesByName(ROWS_MARK).length > 0) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      observer.disconnect()
      clearTimeout(timer)
      resolve()
    }
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName(ROWS_MARK).length > 0) finish()
    })
    const timer = setTimeout(finish, ROWS_PATIENCE_MS)
    observer.observe({ type: 'mark' })
  })
}
