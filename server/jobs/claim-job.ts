import { sql } from 'kysely'
import { createId } from '../ids.ts'
import { DAY_SECONDS, type AgedRows } from '../store/aged-rows.ts'
import type { Db, Tx } from '../store/store.ts'

/** A claimed row of `jobs`. */
export interface Job {
  id: number
  kind: string
  /** As it was enqueued; the handler parses it. */
  payload: unknown
  /** 1 on the first run. */
  attempts: number
}

/** A job that this process does, and nobody else while it renews its claim, which those that were claimed with it share. */
export interface ClaimedJob extends Job {
  claim: string
}

/**
 * How long a claim holds that is not renewed. Together with the time between two looks it is well below the 10 s after
 * which a guest whose answer a process took with it thinks that nobody is there.
 */
const CLAIM_SECONDS = 6
/** Two renewals may be late before a claim runs out. */
export const RENEW_MS = 2_000

/** A job that has failed for good is kept for so long, for whoever asks why. */
const FAILED_KEPT_DAYS = 30
export const AGED_JOBS: AgedRows = {
  table: 'jobs',
  column: 'failedAt',
  seconds: FAILED_KEPT_DAYS * DAY_SECONDS,
}

/**
 * What of `jobs` may be begun now: nothing before it in its lane, and nobody at it. Its table is called `job`. The first of its
 * lane is looked up by its index; asked for as one that has none before it, every job would be compared with every other.
 */
const ready = sql<boolean>`job.failed_at is null and job.run_at <= clock_timestamp()
  and (job.claimed_until is null or job.claimed_until <= clock_timestamp())
  and (job.lane is null or job.id = (
    select min(earliest.id) from jobs earliest where earliest.lane = job.lane and earliest.failed_at is null
  ))`

/** Whether there is something to claim, for who looks after many things at once. */
export const hasReadyJob = sql<boolean>`exists (select from jobs job where ${ready})`

/**
 * Claims the jobs of these kinds that have been due the longest, so many at most: each is of another lane, because only the
 * first of a lane may be begun. Fewer where there are no more.
 */
export async function claimJobs(db: Db, kinds: readonly string[], most: number): Promise<ClaimedJob[]> {
  const claim = createId()
  const { rows } = await sql<Job>`with due as materialized (
      select job.id from jobs job where ${ready} and job.kind = any(${kinds}::text[])
      order by job.run_at, job.id limit ${most} for update skip locked
    )
    update jobs set claim = ${claim}, attempts = attempts + 1,
      claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}::float8)
    from due where jobs.id = due.id
    returning jobs.id, kind, payload, attempts`.execute(db)
  return rows.map((job) => ({ ...job, claim }))
}

/** Holds on to jobs that take their time. */
export async function renewClaims(db: Db, claims: readonly string[]): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ claimedUntil: sql<Date>`clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}::float8)` })
    .where('claim', 'in', claims)
    .execute()
}

/**
 * Removes jobs that are done; gives those whose claim still held. By their claims: a job whose claim ran out may have been claimed
 * again by the same process, and be here twice.
 */
export async function removeJobs(tx: Tx, jobs: readonly ClaimedJob[]): Promise<Set<ClaimedJob>> {
  const { rows } = await sql<{ id: number; claim: string }>`delete from jobs
    using unnest(${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ claim }) => claim)}::text[]) as done (id, claim)
    where jobs.id = done.id and jobs.claim = done.claim returning jobs.id, jobs.claim`.execute(tx)
  const held = new Map(rows.map(({ id, claim }) => [id, claim]))
  return new Set(jobs.filter(({ id, claim }) => held.get(id) === claim))
}

/** What a process that died left claimed; only where there is no other process (E1). */
export async function forgetJobClaims(db: Db): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ claim: null, claimedUntil: null })
    .where('claim', 'is not', null)
    .execute()
}

/**
 * Puts a job off, or where it `isForGood` keeps it as one that has failed. A run that `isUncounted` is none of its attempts.
 * False where another process has it now.
 */
export async function postponeJob(
  db: Db,
  { id, claim }: ClaimedJob,
  {
    error,
    seconds,
    isForGood = false,
    isUncounted = false,
  }: { error: unknown; seconds: number; isForGood?: boolean; isUncounted?: boolean },
): Promise<boolean> {
  const row = await db
    .updateTable('jobs')
    .set({
      claim: null,
      claimedUntil: null,
      lastError: (error instanceof Error ? error.message : String(error)).slice(0, 500),
      runAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`,
      ...(isUncounted ? { attempts: sql<number>`attempts - 1` } : {}),
      ...(isForGood ? { failedAt: sql<Date>`clock_timestamp()` } : {}),
    })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
