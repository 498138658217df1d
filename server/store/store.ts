import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import type { Log } from '../log.ts'
import { isConflict } from './database-faults.ts'
import { Outages, watchPool } from './outages.ts'
import type { Tables } from './tables.ts'

/** A running transaction: the only handle that may be used inside it (E5). */
export type Tx = Transaction<Tables>
/** For reads that may run inside a transaction or outside. */
export type Db = Kysely<Tables>

/** NOTIFY without payload: each listener reads what changed (E3). */
export const CHANNELS = [
  'bellhop_changes',
  'bellhop_presence',
  'bellhop_sessions',
  'bellhop_jobs',
  'bellhop_push',
  'bellhop_alerts',
  'bellhop_rows',
  'bellhop_channels',
  'bellhop_speech',
] as const
export type Channel = (typeof CHANNELS)[number]

/** The database, embedded or PostgreSQL: the same SQL and the same values on both (E1). */
export interface Store {
  kind: 'embedded' | 'postgres'
  db: Db
  /** For what may take its time, such as migrations; `db` is for all that has to let others through. */
  longDb: Db
  /** For long reading in many short statements, such as a report: whoever else wants the one connection goes first. */
  patientDb: Db
  /** What the database refuses at the moment. */
  outages: Outages
  /**
   * Runs `work` in one transaction. Inside, only `tx` is used and only SQL is awaited (E5). Where the database undoes it
   * because of another one, `work` is run again: it changes nothing but by `tx`, and reads nothing that can be read only once.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Calls back on every NOTIFY and after every (re)connection; returns the way to stop. */
  listen(channel: Channel, wake: () => void): Promise<() => void>
  /** How often the embedded database synced its files so far; null with PostgreSQL, which has its own proofs. */
  countSyncs(): Promise<number | null>
  close(): Promise<void>
}

/** The connection-free part of a store: what a driver has to give. */
export interface StoreDriver {
  kind: Store['kind']
  pool: PostgresPool
  /** Where its connections have limits: others that have none. */
  longPool?: PostgresPool
  /** Where there is one connection: the same, for those who let the others go first. */
  patientPool?: PostgresPool
  listen: Store['listen']
  countSyncs: Store['countSyncs']
  close(): Promise<void>
}

/** A deadlock costs the second that the database waits before it looks for one: three are what a call can wait for. */
const TRANSACTION_TRIES = 3
/** Those that were in each other's way begin again at different times within so long; twice as long after the second try. */
const PAUSE_MAX_MS = 50

const insideTransaction = new AsyncLocalStorage<boolean>()

/** Builds the typed store over a driver's pool. */
export function createStore(driver: StoreDriver, log: Log): Store {
  const outages = new Outages(log)
  let isClosed = false
  const isRepeated = (error: unknown) => insideTransaction.getStore() === true && isConflict(error)
  const createDb = (driverPool: PostgresPool): Db => {
    const watched = watchPool(driverPool, outages, isRepeated)
    const pool: PostgresPool = {
      connect() {
        if (isClosed) return Promise.reject(new Error('the database is closed'))
        // Embedded, this would wait for itself for ever; on PostgreSQL it would leave the transaction (E5).
        if (insideTransaction.getStore() === true) {
          return Promise.reject(new Error('inside a transaction only its own handle may be used'))
        }
        return watched.connect()
      },
      end: () => watched.end(),
    }
    return new Kysely<Tables>({
      dialect: new PostgresDialect({ pool }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    })
  }
  const db = createDb(driver.pool)
  return {
    kind: driver.kind,
    db,
    longDb: driver.longPool === undefined ? db : createDb(driver.longPool),
    patientDb: driver.patientPool === undefined ? db : createDb(driver.patientPool),
    outages,
    transact: (work) => repeatConflicts(outages, log, () => runTransaction(db, work)),
    listen: driver.listen,
    countSyncs: driver.countSyncs,
    close() {
      isClosed = true
      return driver.close()
    },
  }
}

function runTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => insideTransaction.run(true, () => work(tx)))
}

async function repeatConflicts<T>(outages: Outages, log: Log, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (tries === TRANSACTION_TRIES) {
        outages.noteFailure(error)
        throw error
      }
      log.info('transaction undone by another', { tries })
    }
    await delay(Math.random() * PAUSE_MAX_MS * tries)
  }
}

/** Whether a database refused a row that exists already; `constraint` narrows it to one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || Reflect.get(error, 'code') !== '23505') return false
  return constraint === undefined || Reflect.get(error, 'constraint') === constraint
}

/** Whether a database refused a text that it can't hold: a NUL, in a column (22021) or in JSON (22P05). */
export function isUnstorableText(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return code === '22021' || code === '22P05'
}
