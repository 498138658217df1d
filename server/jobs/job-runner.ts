import { DatabaseUnavailableError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Pulse } from '../pulse.ts'
import { SingleFlight } from '../single-flight.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import { lockChats } from '../store/chats/lock-chat.ts'
import type { Change, CommitChanges } from '../store/log/change.ts'
import type { Store, Tx } from '../store/store.ts'
import {
  claimJobs,
  forgetJobClaims,
  hasReadyJob,
  postponeJob,
  removeJobs,
  renewClaims,
  RENEW_MS,
  type ClaimedJob,
  type Job,
} from './claim-job.ts'

/**
 * What a job does to the database, in the transaction that also removes it, so that its effect happens exactly once.
 * The changes it gives are committed last (E3). It must be free of other effects.
 */
export type JobEffect = (tx: Tx) => Promise<Change[]>

/**
 * An effect that may be in one transaction with those of other jobs, because it locks one chat alone: its lane's, which it is given
 * locked, or null where it is gone. A commit costs as much as all else that a short effect asks of the database.
 */
export interface SharedEffect {
  chatId: string
  shared: (tx: Tx, chat: ChatRow | null) => Promise<Change[]>
}

/** How jobs of a kind are done. */
export interface JobWork {
  /**
   * Prepares a job's effect outside any transaction: reads, thinks, calls others. It may run again after a crash. Null:
   * nothing to do. Throwing runs it again later. `stopped`: the server stops, and waits for it a moment only; one that throws
   * its reason then has not failed, and is the next process's.
   */
  prepare(job: Job, stopped: AbortSignal): Promise<JobEffect | SharedEffect | null>
  /** After so many runs it is given up, also one that took its process with it each time. */
  maxAttempts: number
  /** What is done in its place when it is given up, so that somebody hears of it. */
  giveUp(job: Job): JobEffect
}

/** Jobs at once of one process: guests wait for one another in the database and in the classifier only. */
const PARALLEL = 16
/** Where many wait, so many are claimed at once: a claim costs as much as a quarter of a job. */
const CLAIMED_TOGETHER = 8
/** So many effects share a transaction at most: whoever writes meanwhile waits for all of them. */
const SHARED_AT_MOST = 8
const RETRY_MAX_SECONDS = 300

/** A job that has been prepared. */
interface Prepared {
  job: ClaimedJob
  effect: JobEffect | SharedEffect | null
}
interface WaitingEffect extends Prepared {
  settle(failure: { error: unknown } | null): void
}

/** Runs due jobs, those of one lane one after another; any number of processes share the table (SKIP LOCKED). */
export class JobRunner {
  readonly #store: Store
  readonly #log: Log
  readonly #commitChanges: CommitChanges
  readonly #pulse: Pulse
  readonly #works = new Map<string, JobWork>()
  readonly #running = new Map<ClaimedJob, Promise<void>>()
  readonly #flight: SingleFlight
  /** Effects that share transactions, one transaction at a time: what is ready meanwhile goes with the next. */
  readonly #sharing: SingleFlight
  readonly #waiting: WaitingEffect[] = []
  #renewals: NodeJS.Timeout | null = null
  #retries = new Set<NodeJS.Timeout>()
  readonly #stopped = new AbortController()
  #ends: (() => void)[] = []

  constructor(store: Store, log: Log, commitChanges: CommitChanges, pulse: Pulse) {
    this.#store = store
    this.#log = log
    this.#commitChanges = commitChanges
    this.#pulse = pulse
    this.#flight = new SingleFlight(
      () => this.#fill(),
      (error) => log.error('jobs', error),
    )
    this.#sharing = new SingleFlight(
      () => this.#shareTransactions(),
      (error) => log.error('jobs', error),
    )
  }

  /** Names what does the jobs of a kind. A kind that no process knows waits. */
  registerJob(kind: string, work: JobWork): void {
    this.#works.set(kind, work)
  }

  async start(): Promise<void> {
    if (this.#store.kind === 'embedded') await forgetJobClaims(this.#store.db)
    this.#renewals = setInterval(() => void this.#renew(), RENEW_MS)
    this.#ends = [
      await this.#store.listen('bellhop_jobs', () => this.wake()),
      this.#pulse.watch(hasReadyJob, (isReady) => {
        if (isReady === true) this.wake()
      }),
    ]
  }

  /** Lets the jobs that run finish, or stop where they take their time, and starts no other. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    for (const end of this.#ends) end()
    for (const timer of this.#retries) clearTimeout(timer)
    await this.#flight.stop()
    await Promise.all(this.#running.values())
    await this.#sharing.stop()
    if (this.#renewals) clearInterval(this.#renewals)
  }

  /** Looks for due jobs now. */
  wake(): void {
    void this.#flight.wake()
  }

  async #fill(): Promise<void> {
    const free = PARALLEL - this.#running.size
    if (free === 0 || this.#stopped.signal.aborted) return
    for (const job of await claimJobs(this.#store.db, [...this.#works.keys()], free)) this.#begin(job)
  }

  /** With its end there is room for another; a job that becomes due meanwhile tells of itself. */
  #begin(job: ClaimedJob): void {
    const ended = this.#run(job).then(() => {
      this.#running.delete(job)
      if (this.#running.size <= PARALLEL - CLAIMED_TOGETHER) this.wake()
    })
    this.#running.set(job, ended)
  }

  /** Never rejects: what can't be written down is done again when its claim runs out. */
  async #run(job: ClaimedJob): Promise<void> {
    const work = this.#works.get(job.kind)
    if (!work) return
    try {
      if (job.attempts > work.maxAttempts) throw new Error('its process has ended each time')
      const effect = await work.prepare(job, this.#stopped.signal)
      if (isShared(effect)) await this.#finishWithOthers({ job, effect })
      else await this.#finish([{ job, effect }])
    } catch (error) {
      if (!this.#isOurStop(error))
        this.#log.error('job failed', error, { job: job.id, kind: job.kind, attempts: job.attempts })
      await this.#settleFailure(job, work, error).catch((second: unknown) => this.#log.error('jobs', second))
    }
  }

  #finishWithOthers(prepared: Prepared): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle: WaitingEffect['settle'] = (failure) => (failure ? reject(failure.error) : resolve())
      this.#waiting.push({ ...prepared, settle })
      void this.#sharing.wake()
    })
  }

  /** Where one of them fails, each has a transaction of its own: the others are none the worse for it. */
  async #shareTransactions(): Promise<void> {
    while (this.#waiting.length > 0) {
      const together = this.#waiting.splice(0, SHARED_AT_MOST)
      const failure = await readFailure(this.#finish(together))
      for (const waiting of together)
        waiting.settle(failure && together.length > 1 ? await readFailure(this.#finish([waiting])) : failure)
    }
  }

  /** Removing the rows and their effects are one transaction: a claim that another process took over has no effect. */
  async #finish(prepared: readonly Prepared[]): Promise<void> {
    await this.#store.transact(async (tx) => {
      const removed = await removeJobs(
        tx,
        prepared.map(({ job }) => job),
      )
      const effects = prepared.filter(({ job }) => removed.has(job)).map(({ effect }) => effect)
      const chats = await lockChats(
        tx,
        effects.filter(isShared).map(({ chatId }) => chatId),
      )
      const changes: Change[] = []
      for (const effect of effects) {
        if (isShared(effect)) changes.push(...(await effect.shared(tx, chats.get(effect.chatId) ?? null)))
        else if (effect) changes.push(...(await effect(tx)))
      }
      if (changes.length > 0) await this.#commitChanges(tx, changes)
    })
  }

  async #settleFailure(job: ClaimedJob, work: JobWork, error: unknown): Promise<void> {
    if (this.#isOurStop(error)) {
      // It is the next process's, at once, however often servers are restarted over it.
      await postponeJob(this.#store.db, job, { error, seconds: 0, isUncounted: true })
      return
    }
    // A database that comes and goes is no fault of the job.
    const isUncounted = error instanceof DatabaseUnavailableError
    if (isUncounted || job.attempts < work.maxAttempts) {
      const seconds = Math.min(2 ** (job.attempts - 1), RETRY_MAX_SECONDS)
      await postponeJob(this.#store.db, job, { error, seconds, isUncounted })
      this.#wakeIn(seconds)
      return
    }
    await this.#store.transact(async (tx) => {
      const isOurs = await postponeJob(tx, job, { error, seconds: 0, isForGood: true })
      if (isOurs) await this.#commitChanges(tx, await work.giveUp(job)(tx))
    })
  }

  /** Whether a job broke off because it was told that the server stops. */
  #isOurStop(error: unknown): boolean {
    const { signal } = this.#stopped
    return signal.aborted && error === signal.reason
  }

  #wakeIn(seconds: number): void {
    const timer = setTimeout(() => {
      this.#retries.delete(timer)
      this.wake()
    }, seconds * 1_000)
    this.#retries.add(timer)
  }

  async #renew(): Promise<void> {
    const claims = [...new Set([...this.#running.keys()].map(({ claim }) => claim))]
    if (claims.length === 0) return
    await renewClaims(this.#store.db, claims).catch((error: unknown) => this.#log.error('jobs', error))
  }
}

function isShared(effect: JobEffect | SharedEffect | null): effect is SharedEffect {
  return effect !== null && 'shared' in effect
}

async function readFailure(work: Promise<void>): Promise<{ error: unknown } | null> {
  try {
    await work
    return null
  } catch (error) {
    return { error }
  }
}
