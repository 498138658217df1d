import { sql, type RawBuilder } from 'kysely'
import type { Log } from './log.ts'
import { SingleFlight } from './single-flight.ts'
import type { Store } from './store/store.ts'

/** A lost notification, and what becomes due without one, is noticed at most so much late (E3). */
const EVERY_MS = 2_000

interface Watcher {
  question: RawBuilder<unknown>
  hear(answer: unknown): void
}

/**
 * Looks every 2 s whether anybody in this process has something to do: the questions of all of them are one statement, so
 * that a house in which nothing happens costs next to nothing.
 */
export class Pulse {
  readonly #store: Store
  readonly #watchers = new Set<Watcher>()
  readonly #flight: SingleFlight
  #timer: NodeJS.Timeout | null = null

  constructor(store: Store, log: Log) {
    this.#store = store
    this.#flight = new SingleFlight(
      () => this.#ask(),
      (error) => log.error('pulse', error),
    )
  }

  start(): void {
    this.#timer = setInterval(() => void this.#flight.wake(), EVERY_MS)
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#flight.stop()
  }

  /** Asks with every beat, and hands over the answer; returns the way to stop. `question` is an expression of SQL. */
  watch(question: RawBuilder<unknown>, hear: (answer: unknown) => void): () => void {
    const watcher: Watcher = { question, hear }
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  async #ask(): Promise<void> {
    const watchers = [...this.#watchers]
    if (watchers.length === 0) return
    const columns = watchers.map(({ question }, index) => sql`(${question}) as ${sql.ref(`answer${index}`)}`)
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(this.#store.db)
    for (const [index, { hear }] of watchers.entries()) hear(rows[0]?.[`answer${index}`])
  }
}
