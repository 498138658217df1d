import type { World } from './world.ts'

/** How fake-indexeddb begins with a transaction, and goes on after each of its requests. */
interface Startable {
  _started: boolean
  _start(): void
}

/** What the databases of a device are kept on. On a busy one time passes, in which answers and frames come. */
export class Disk {
  /** A write may wait so long before its database begins with it, ms; 0: none takes any time. */
  waitMs = 0
  readonly #waiting = new Set<() => void>()
  #isHurried = false

  constructor(private readonly world: World) {}

  /** Has a transaction wait its time. Whoever asks for the same tables waits behind it, as ever. */
  delay(transaction: IDBTransaction & Partial<Startable>): void {
    const start = transaction._start?.bind(transaction)
    if (this.waitMs === 0 || !start) return
    const ms = this.world.draw(this.waitMs)
    const begin = () => {
      // One that was taken back meanwhile has nothing to do any more.
      if (this.#waiting.delete(begin)) start()
    }
    transaction._start = () => {
      transaction._started = true
      delete transaction._start
      this.#waiting.add(begin)
      if (this.#isHurried) begin()
      else this.world.later(null, ms, begin)
    }
  }

  /**
   * Who closes a connection waits, by turns of the event loop and not by time, until nothing is done in its database: what waits
   * is begun, and until all is quiet nothing waits.
   */
  hurry(): void {
    if (this.waitMs === 0 && this.#waiting.size === 0) return
    this.#isHurried = true
    for (const begin of this.#waiting) begin()
    this.world.later(null, 0, () => (this.#isHurried = false))
  }
}
