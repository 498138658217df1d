import { sql } from 'kysely'
import type { Store } from '../store.ts'

/** The log can be read on from this far back; an older cursor is a reset (CONTRACT section 2). */
const LOG_KEPT_DAYS = 30

/** Moves the floor and removes what lies below it together, so that no cursor reads over a hole. */
export async function pruneLog(store: Store): Promise<void> {
  await store.transact(async (tx) => {
    const { rows } = await sql<{ floor: number | null }>`select max(seq) as floor from changes
      where at < clock_timestamp() - make_interval(days => ${LOG_KEPT_DAYS}::int)`.execute(tx)
    const floor = rows[0]?.floor ?? null
    if (floor === null) return
    await tx
      .updateTable('meta')
      .set({ value: String(floor) })
      .where('key', '=', 'log_floor')
      .execute()
    await tx.deleteFrom('changes').where('seq', '<=', floor).execute()
  })
}
