import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseUnavailableError } from '../errors.ts'
import type { Log } from '../log.ts'
import { explainFault, explainNoConnection } from './database-faults.ts'

/** An outage is over when a statement succeeds and none has failed for so long. */
const OVER_AFTER_MS = 10_000

/** Says once that the database is away or refuses, however many calls meet it, and once that it is back. */
export class Outages {
  readonly #log: Log
  readonly #readMs: () => number
  #current: { last: DatabaseUnavailableError; lastMs: number; failures: number } | null = null

  /** `readMs` is a clock that never goes back. */
  constructor(log: Log, readMs: () => number = () => performance.now()) {
    this.#log = log
    this.#readMs = readMs
  }

  /** What the database refused last; null where there is no outage. */
  readLast(): DatabaseUnavailableError | null {
    return this.#current?.last ?? null
  }

  /** Notes what a statement failed with; anything but an unavailable database is none of it. */
  noteFailure(error: unknown): void {
    if (!(error instanceof DatabaseUnavailableError)) return
    if (this.#current === null) this.#log.warn('database unavailable', { reason: error.reason })
    const failures = (this.#current?.failures ?? 0) + 1
    this.#current = { last: error, lastMs: this.#readMs(), failures }
  }

  noteSuccess(): void {
    if (this.#current === null || this.#readMs() - this.#current.lastMs < OVER_AFTER_MS) return
    this.#log.info('database available again', { failures: this.#current.failures })
    this.#current = null
  }
}

/**
 * The pool whose failures are told apart: what may succeed later is a `DatabaseUnavailableError`, and noted, unless
 * `isRepeated` says that whoever runs into it tries again at once.
 */
export function watchPool(
  pool: PostgresPool,
  outages: Outages,
  isRepeated: (error: unknown) => boolean,
): PostgresPool {
  const note = (error: unknown) => {
    if (!isRepeated(error)) outages.noteFailure(error)
    return error
  }
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw note(explainNoConnection(error))
      })
      return watchClient(client, outages, note)
    },
    end: () => pool.end(),
  }
}

function watchClient(
  client: PostgresPoolClient,
  outages: Outages,
  note: (error: unknown) => unknown,
): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[] = []) => {
    try {
      const result = await client.query(text, values)
      outages.noteSuccess()
      return result
    } catch (error) {
      throw note(explainFault(error))
    }
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}
