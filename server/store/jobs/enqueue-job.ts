import { sql, type RawBuilder } from 'kysely'
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
export async function enqueueJob(tx: Tx, job: NewJob): Promise<void> {
  await insertJob(job, sql`(select) as it`).execute(tx)
}

/** The same as part of another statement, for each row of `from`. */
export function insertJob(
  { kind, payload, lane, delayMs = 0 }: NewJob,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`insert into jobs (kind, payload, lane, run_at)
      select ${kind}, ${JSON.stringify(payload)}::jsonb, ${lane}::text,
        clock_timestamp() + make_interval(secs => ${delayMs / 1000}::float8) from ${from}
      returning pg_notify('bellhop_jobs', '')`
}
