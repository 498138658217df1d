import { SYNC_LIMIT_MAX } from '#src/contract/limits.ts'

/** Rows of the first page of a reset: about 12 kB packed, a second on a line of 100 kbit/s. */
export const FIRST_PAGE_ROWS = 200
const LEAST_ROWS = 50
/** A page that came quicker than this may be larger, and one that took longer than that must be smaller, ms. */
const QUICK_PAGE_MS = 3_000
const SLOW_PAGE_MS = 8_000

/**
 * How many rows to ask for after a page of `limit` rows took `ms`. A good line soon has few large pages; on a weak one
 * each brings something to look at, and one that is cut off costs seconds, not minutes.
 */
export function chooseNextLimit(limit: number, ms: number): number {
  if (ms < QUICK_PAGE_MS) return Math.min(limit * 2, SYNC_LIMIT_MAX)
  if (ms > SLOW_PAGE_MS) return Math.max(Math.floor(limit / 2), LEAST_ROWS)
  return limit
}
