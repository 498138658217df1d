/** Rows read in one step: a few ms of the main thread, also where they are looked at one by one. */
const SLICE_ROWS = 200

/** How an index is walked. */
export interface Walk<Row> {
  /** The newest rows of the index at or below `until` (undefined: all), newest first, at most `limit`. */
  readSlice(until: string | undefined, limit: number): Promise<Row[]>
  /** The row's place in the index, and its id. */
  place(row: Row): { at: string; id: string }
  /** Takes the next rows; true goes on. */
  visit(rows: Row[]): boolean | Promise<boolean>
}

/**
 * Walks an index from its newest row down, in slices: a filter that no index answers would otherwise be asked by a cursor,
 * one event for each row. Rows of one place are each visited once.
 */
export async function walkDown<Row>({ readSlice, place, visit }: Walk<Row>): Promise<void> {
  let until: string | undefined
  let limit = SLICE_ROWS
  /** What was visited at `until`: the next slice has it again. */
  let visited = new Set<string>()
  for (;;) {
    const slice = await readSlice(until, limit)
    const fresh = slice.filter((row) => !visited.has(place(row).id))
    const isLast = slice.length < limit
    const end = slice.at(-1)
    if (fresh.length > 0 && !(await visit(fresh))) return
    if (isLast || !end) return
    const { at } = place(end)
    // More rows of one place than a slice holds: a wider one reaches past them.
    limit = at === until ? limit * 2 : SLICE_ROWS
    until = at
    visited = new Set(slice.filter((row) => place(row).at === at).map((row) => place(row).id))
  }
}
