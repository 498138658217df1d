import { sql } from 'kysely'
import type { Tx } from '../store.ts'

/** What is to be done, and when. */
export interface NewJob {
  kind: string
  /** Must survive JSON. */
  payload: unknown
  /** Jobs of one lane are done one after another, in the order in which they were written; null: it waits for no other. */
  lane: string | null
  /** From now by the database's clock. */
  delayMs?: number
}

/** Writes what a change causes into the causing transaction (E4): done once, by any process, also after a crash. */
export async function enqueueJob(tx: Tx, { kind, payload, lane, delayMs = 0 }: NewJob): Promise<void> {
  await sql`with job as (
      insert into jobs (kind, payload, lane, run_at)
      values (${kind}, ${JSON.stringify(payload)}, ${lane},
        clock_timestamp() + make_interval(secs => ${delayMs / 1000}::float8))
      returning id
    )
    select pg_notify('bellhop_jobs', '') from job`.execute(tx)
}
