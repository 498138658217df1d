import { sql } from 'kysely'
import { createId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Change, CommitChanges } from '../store/log/change.ts'
import type { Store, Tx } from '../store/store.ts'

/** A claimed row of `jobs`. */
export interface Job {
  id: number
  kind: string
  /** As it was enqueued; the handler parses it. */
  payload: unknown
  /** 1 on the first run. */
  attempts: number
}

/**
 * What a job does to the database, in the transaction that also removes it, so that its effect happens exactly once.
 * The changes it gives are committed last (E3). It must be free of other effects.
 */
export type JobEffect = (tx: Tx) => Promise<Change[]>

/**
 * Prepares a job's effect outside any transaction: reads, thinks, calls others. It may run again after a crash. Null:
 * nothing to do. Throwing runs it again later.
 */
export type JobHandler = (job: Job) => Promise<JobEffect | null>

/** How long a claim holds while its handler prepares; then another process may take the job. */
const CLAIM_SECONDS = 60
const POLL_MS = 2_000
const RETRY_MAX_SECONDS = 300
/** After this many runs a job is kept with its last error and left alone. */
const MAX_ATTEMPTS = 20

/** Runs due jobs of this process, one after another; any number of processes share the table (SKIP LOCKED). */
export class JobRunner {
  readonly #store: Store
  readonly #log: Log
  readonly #commitChanges: CommitChanges
  readonly #handlers = new Map<string, JobHandler>()
  #isStarted = false
  #isStopped = false
  #isWoken = false
  #running: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #unlisten: () => void = () => undefined

  constructor(store: Store, log: Log, commitChanges: CommitChanges) {
    this.#store = store
    this.#log = log
    this.#commitChanges = commitChanges
  }

  /** Names what does the jobs of a kind. A kind that no process knows waits. */
  registerJob(kind: string, handler: JobHandler): void {
    this.#handlers.set(kind, handler)
  }

  async start(): Promise<void> {
    this.#isStarted = true
    this.#unlisten = await this.#store.listen('bellhop_jobs', () => this.wake())
    this.wake()
  }

  /** Lets the job that runs finish and starts no other. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unlisten()
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
  }

  /** Looks for due jobs now. */
  wake(): void {
    if (!this.#isStarted || this.#isStopped) return
    this.#isWoken = true
    this.#running ??= this.#runAll()
  }

  async #runAll(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    let waitMs = POLL_MS
    try {
      while (this.#isWoken && !this.#isStopped) {
        this.#isWoken = false
        while (!this.#isStopped && (await this.#runNext()));
        waitMs = await this.#readWait()
      }
    } catch (error) {
      this.#log.error('jobs', error)
    }
    this.#running = null
    if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), waitMs)
  }

  async #runNext(): Promise<boolean> {
    const claim = createId()
    const job = await this.#claimNext(claim)
    if (!job) return false
    try {
      const effect = (await this.#handlers.get(job.kind)?.(job)) ?? null
      await this.#finish(job, claim, effect)
    } catch (error) {
      this.#log.error('job failed', error, { job: job.id, kind: job.kind, attempts: job.attempts })
      await this.#postpone(job, claim, error)
    }
    return true
  }

  async #claimNext(claim: string): Promise<Job | null> {
    const kinds = [...this.#handlers.keys()]
    if (kinds.length === 0) return null
    const row = await this.#store.db
      .updateTable('jobs')
      .set((eb) => ({
        claim,
        claimedUntil: sql<Date>`clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}::float8)`,
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('jobs')
          .select('id')
          .where('failedAt', 'is', null)
          .where('kind', 'in', kinds)
          .where('runAt', '<=', sql<Date>`clock_timestamp()`)
          .where((w) =>
            w.or([w('claimedUntil', 'is', null), w('claimedUntil', '<', sql<Date>`clock_timestamp()`)]),
          )
          .orderBy('runAt')
          .orderBy('id')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'kind', 'payload', 'attempts'])
      .executeTakeFirst()
    return row ?? null
  }

  /** Removing the row and its effect are one transaction: a claim that another process took over has no effect. */
  async #finish(job: Job, claim: string, effect: JobEffect | null): Promise<void> {
    await this.#store.transact(async (tx) => {
      const removed = await tx
        .deleteFrom('jobs')
        .where('id', '=', job.id)
        .where('claim', '=', claim)
        .returning('id')
        .executeTakeFirst()
      if (!removed || !effect) return
      await this.#commitChanges(tx, await effect(tx))
    })
  }

  async #postpone(job: Job, claim: string, error: unknown): Promise<void> {
    const seconds = Math.min(2 ** (job.attempts - 1), RETRY_MAX_SECONDS)
    await this.#store.db
      .updateTable('jobs')
      .set({
        claim: null,
        claimedUntil: null,
        lastError: (error instanceof Error ? error.message : String(error)).slice(0, 500),
        runAt: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds}::float8)`,
        ...(job.attempts >= MAX_ATTEMPTS ? { failedAt: sql<Date>`clock_timestamp()` } : {}),
      })
      .where('id', '=', job.id)
      .where('claim', '=', claim)
      .execute()
  }

  /** Until the next job is due, at most `POLL_MS`. */
  async #readWait(): Promise<number> {
    const kinds = [...this.#handlers.keys()]
    if (kinds.length === 0) return POLL_MS
    const row = await this.#store.db
      .selectFrom('jobs')
      .select(sql<number>`(extract(epoch from min(run_at) - clock_timestamp()) * 1000)::float8`.as('wait'))
      .where('failedAt', 'is', null)
      .where('claimedUntil', 'is', null)
      .where('kind', 'in', kinds)
      .executeTakeFirst()
    return Math.max(10, Math.min(row?.wait ?? POLL_MS, POLL_MS))
  }
}
