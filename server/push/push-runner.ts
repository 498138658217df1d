import { sql } from 'kysely'
import type { Log } from '../log.ts'
import { SingleFlight } from '../single-flight.ts'
import type { Db, Store } from '../store/store.ts'
import { claimDelivery, forgetClaims, type ClaimedDelivery } from './claim-delivery.ts'
import { escalateDue } from './escalate.ts'
import { sendPush, type Sender } from './send-push.ts'
import { releaseDelivery, settleDelivery } from './settle-delivery.ts'
import { PUSH_TRAITS } from './traits.ts'

export interface PushRunnerOptions {
  store: Store
  log: Log
  sender: Sender
  /** For shifts that name no time zone. */
  hotelTimeZone: string
  /** Now, for everything that is due; by default the database's clock, which all processes share. */
  readNow?: ((db: Db) => Promise<Date>) | undefined
}

/** A lost notification, a stage and a retry come at most so much late. */
const POLL_MS = 2_000
/** Sends at once of one process, each to another device. */
const PARALLEL = 8

/**
 * Sends what is due, apart from the calls and the jobs, which never wait for a push service: stages of alerts become
 * deliveries, deliveries are claimed and sent. What is due is in the database (E4), so that any process goes on with it.
 */
export class PushRunner {
  readonly #options: PushRunnerOptions
  readonly #flight: SingleFlight
  readonly #sending = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | null = null
  #unlisten: () => void = () => undefined

  constructor(options: PushRunnerOptions) {
    this.#options = options
    this.#flight = new SingleFlight(
      () => this.#runDue(),
      (error) => options.log.error('push', error),
    )
  }

  async start(): Promise<void> {
    const { store } = this.#options
    if (store.kind === 'embedded') await forgetClaims(store)
    this.#unlisten = await store.listen('bellhop_push', () => void this.wake())
    this.#timer = setInterval(() => void this.wake(), POLL_MS)
  }

  /** Cuts what is being sent; it is sent again by whichever process is next. */
  async stop(): Promise<void> {
    this.#unlisten()
    if (this.#timer) clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#flight.stop()
    await Promise.all(this.#sending)
  }

  /** Looks for what is due now. Resolves when that is being sent. */
  wake(): Promise<void> {
    return this.#flight.wake()
  }

  async #runDue(): Promise<void> {
    const { store, hotelTimeZone } = this.#options
    const now = await this.#readNow()
    if (!(await hasWork(store.db))) return
    await escalateDue(store, now, hotelTimeZone)
    while (this.#sending.size < PARALLEL && !this.#stopping.signal.aborted) {
      const claimed = await claimDelivery(store, now)
      if (!claimed) return
      const sending = this.#deliver(claimed, now)
      this.#sending.add(sending)
      void sending.then(() => {
        this.#sending.delete(sending)
        void this.wake()
      })
    }
  }

  /** Never rejects: what can't be written down is tried again when its claim runs out. */
  async #deliver(claimed: ClaimedDelivery, now: Date): Promise<void> {
    const { store, log, sender } = this.#options
    const { subscription, delivery, payload } = claimed
    try {
      const { urgency, lifeSeconds } = PUSH_TRAITS[delivery.kind]
      const leftSeconds = Math.ceil((delivery.expiresAt.getTime() - now.getTime()) / 1_000)
      // It may have been written a moment after this run took its time.
      const ttlSeconds = Math.min(leftSeconds, lifeSeconds)
      const push = { subscription, payload, ttlSeconds, urgency }
      const outcome = await sendPush(sender, push, this.#stopping.signal)
      if (this.#stopping.signal.aborted && outcome.kind === 'later') await releaseDelivery(store, claimed)
      else await settleDelivery(store, claimed, outcome, { now: await this.#readNow(), log })
    } catch (error) {
      log.error('push delivery', error)
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

/** Most of the time there is nothing, and this is all that it costs. */
async function hasWork(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from push_alerts)
    or exists (select from push_deliveries) as found`.execute(db)
  return rows[0]?.found === true
}
