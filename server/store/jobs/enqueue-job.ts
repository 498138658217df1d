import { sql } from 'kysely'
import type { Tx } from '../store.ts'

/**
 * Writes what a change causes into the causing transaction (E4): done once, by any process, also after a crash.
 * `delayMs` counts from now by the database's clock. `payload` must survive JSON.
 */
export async function enqueueJob(tx: Tx, kind: string, payload: unknown, delayMs = 0): Promise<void> {
  await tx
    .insertInto('jobs')
    .values({
      kind,
      payload: JSON.stringify(payload),
      runAt: sql<Date>`clock_timestamp() + make_interval(secs => ${delayMs / 1000}::float8)`,
    })
    .execute()
  await sql`select pg_notify('bellhop_jobs', '')`.execute(tx)
}
