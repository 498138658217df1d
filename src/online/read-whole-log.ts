import type { LogPlace } from '#src/api/log-place.ts'
import type { LogPage } from './use-paged-log.ts'

/** The largest page that there is (CONTRACT section 2, admin). */
const PAGE_ROWS = 200

/** How far a log was read, the newest first. */
export interface LogReading<Row> {
  rows: readonly Row[]
  /** Where it goes on; null: not begun, or at its end. */
  before: string | null
}

/**
 * Reads a log to its end, page by page, from where an earlier reading came to; `onPage` is told after each page. What comes
 * in meanwhile is newer than where it began, and is no part of it. Throws what `fetchPage` throws.
 */
export async function readWholeLog<Row>(
  from: LogReading<Row>,
  fetchPage: (place: LogPlace) => Promise<LogPage<Row>>,
  onPage: (reading: LogReading<Row>) => void,
): Promise<readonly Row[]> {
  let { rows, before } = from
  for (;;) {
    const page = await fetchPage({ before, limit: PAGE_ROWS })
    rows = [...rows, ...page.rows]
    // An environment that names the same place again would be asked for ever.
    if (page.next === null || page.next === before) return rows
    before = page.next
    onPage({ rows, before })
  }
}
