import { sql, type RawBuilder } from 'kysely'
import type { Db } from './store.ts'
import type { Tables } from './tables.ts'

export const DAY_SECONDS = 86_400
/** So many rows a transaction: whoever wants one of them, or the one lane of the embedded database, waits for no more. */
const BATCH_ROWS = 5_000

/** Rows that go when a time in one of their columns, which has an index, is so long ago. */
export interface AgedRows {
  table: keyof Tables
  column: string
  seconds: number
}

/** Removes them in batches, so that nobody waits for long; any number of processes may do it at once. */
export async function deleteAged(db: Db, rows: AgedRows, batchRows = BATCH_ROWS): Promise<void> {
  let deleted: number
  do {
    const { numAffectedRows } = await buildAgedDelete(rows, batchRows).execute(db)
    deleted = Number(numAffectedRows ?? 0)
  } while (deleted === batchRows)
}

/** The statement of one batch. Rows that another process deletes at this moment are left to it. */
export function buildAgedDelete(
  { table, column, seconds }: AgedRows,
  batchRows: number,
): RawBuilder<unknown> {
  const [name, time] = [sql.table(table), sql.ref(column)]
  return sql`delete from ${name} where ctid = any (array(
    select ctid from ${name} where ${time} < ${agoOf(seconds)}
    order by ${time} limit ${batchRows} for update skip locked
  ))`
}

/** `now()` stays the same for a statement, so that an index finds what is older; `clock_timestamp()` has every row looked at. */
export function agoOf(seconds: number): RawBuilder<Date> {
  return sql<Date>`now() - make_interval(secs => ${seconds}::float8)`
}
