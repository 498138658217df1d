import { sql, type RawBuilder } from 'kysely'
import { agoOf, DAY_SECONDS } from '../aged-rows.ts'
import type { Store } from '../store.ts'

/** The log can be read on from this far back; an older cursor is a reset (CONTRACT section 2). */
const LOG_KEPT_DAYS = 30
/** So many entries a transaction. */
const BATCH_ENTRIES = 5_000

/** Moves the floor and removes what lies below it together, so that no cursor reads over a hole. */
export async function pruneLog(store: Store, batchEntries = BATCH_ENTRIES): Promise<void> {
  while (await pruneBatch(store, batchEntries));
}

/** False where there was nothing to remove. */
function pruneBatch(store: Store, batchEntries: number): Promise<boolean> {
  return store.transact(async (tx) => {
    const { rows } = await buildFloorQuery(batchEntries).execute(tx)
    const floor = rows[0]?.floor ?? null
    if (floor === null) return false
    // Another process may have been further by the time that this one gets the row.
    await sql`update meta set value = ${String(floor)}
      where key = 'log_floor' and value::bigint < ${floor}`.execute(tx)
    await tx.deleteFrom('changes').where('seq', '<=', floor).execute()
    return true
  })
}

/** The newest of the oldest entries that have been kept for long enough. */
export function buildFloorQuery(entries: number): RawBuilder<{ floor: number | null }> {
  return sql`select max(seq) as floor from (
    select seq from changes where at < ${agoOf(LOG_KEPT_DAYS * DAY_SECONDS)} order by at limit ${entries}
  ) old`
}
