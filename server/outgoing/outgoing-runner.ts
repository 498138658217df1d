import { sql, type RawBuilder } from 'kysely'
import type { Log } from '../log.ts'
import type { Pulse } from '../pulse.ts'
import { SingleFlight } from '../single-flight.ts'
import type { Channel, Db, Store } from '../store/store.ts'

/** One kind of what goes out of the house: how it is found, claimed and sent. */
export interface OutgoingWork<Claimed> {
  /** What it is called in the log. */
  name: string
  /** Notified by whoever writes something to send. */
  channel: Channel
  /** Sends at once of one process. */
  parallel: number
  /** Whether there is anything at all. Most of the time there is nothing, and asking for it is all that it costs. */
  hasWork: RawBuilder<boolean>
  /** Makes what is due at `now` ready to be claimed. */
  prepare?(now: Date): Promise<void>
  /** Claims something that is due at `now`, so that no other process sends it; null where there is nothing. */
  claim(now: Date): Promise<Claimed | null>
  /** Sends it and writes down what became of it; cut short where `run.stopped` aborts. */
  deliver(claimed: Claimed, run: OutgoingRun): Promise<void>
  /** Forgets what a process that died left claimed; only called where there is no other process (E1). */
  forgetClaims(store: Store): Promise<void>
}

export interface OutgoingRun {
  /** When it was claimed. */
  now: Date
  readNow(): Promise<Date>
  stopped: AbortSignal
}

export interface OutgoingOptions {
  store: Store
  log: Log
  pulse: Pulse
  /** Now, for everything that is due; by default the database's clock, which all processes share. */
  readNow?: ((db: Db) => Promise<Date>) | undefined
}

/**
 * Sends what is due, apart from the calls and the jobs, which never wait for anybody outside of the house. What is due is
 * in the database (E4), so that any process goes on with it.
 */
export class OutgoingRunner<Claimed> {
  readonly #work: OutgoingWork<Claimed>
  readonly #options: OutgoingOptions
  readonly #flight: SingleFlight
  readonly #sending = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #ends: (() => void)[] = []

  constructor(work: OutgoingWork<Claimed>, options: OutgoingOptions) {
    this.#work = work
    this.#options = options
    this.#flight = new SingleFlight(
      () => this.#runDue(),
      (error) => options.log.error(work.name, error),
    )
  }

  async start(): Promise<void> {
    const { store, pulse } = this.#options
    if (store.kind === 'embedded') await this.#work.forgetClaims(store)
    this.#ends = [
      await store.listen(this.#work.channel, () => void this.wake()),
      pulse.watch(this.#work.hasWork, (hasWork) => {
        if (hasWork === true) void this.wake()
      }),
    ]
  }

  /** Cuts what is being sent; it is sent again by whichever process is next. */
  async stop(): Promise<void> {
    for (const end of this.#ends) end()
    this.#stopping.abort()
    await this.#flight.stop()
    await Promise.all(this.#sending)
  }

  /** Looks for what is due now. Resolves when that is being sent. */
  wake(): Promise<void> {
    return this.#flight.wake()
  }

  async #runDue(): Promise<void> {
    const work = this.#work
    const now = await this.#readNow()
    await work.prepare?.(now)
    while (this.#sending.size < work.parallel && !this.#stopping.signal.aborted) {
      const claimed = await work.claim(now)
      if (claimed === null) return
      const sending = this.#deliver(claimed, now)
      this.#sending.add(sending)
      void sending.then(() => {
        this.#sending.delete(sending)
        void this.wake()
      })
    }
  }

  /** Never rejects: what can't be written down is tried again when its claim runs out. */
  async #deliver(claimed: Claimed, now: Date): Promise<void> {
    const run = { now, readNow: () => this.#readNow(), stopped: this.#stopping.signal }
    try {
      await this.#work.deliver(claimed, run)
    } catch (error) {
      this.#options.log.error(`${this.#work.name} delivery`, error)
    }
  }

  #readNow(): Promise<Date> {
    return (this.#options.readNow ?? readDatabaseClock)(this.#options.store.db)
  }
}

async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}
