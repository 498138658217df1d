import { failUnavailable } from '../errors.ts'

export interface TurnQueueLimits {
  running: number
  waiting: number
  /** Of one client: a hotel is one, and comes to work at the same minute. */
  waitingOfClient: number
  waitMs: number
}

interface Waiting {
  begin(): void
  refuse(): void
}

/** How long somebody who is refused is asked to stay away. */
const RETRY_AFTER_SECONDS = 2

/**
 * Runs work of which little may run at once, for one client after the other: whoever has much of it waiting waits for it
 * themselves. A full queue makes room for a client with less in it by refusing the newest of the one with the most.
 */
export class TurnQueue {
  readonly #limits: TurnQueueLimits
  /** What waits, by client; the next turn is that of the client who stands first. */
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0

  constructor(limits: TurnQueueLimits) {
    this.#limits = limits
  }

  /** @throws ApiError 503 with `Retry-After` where too much waits, or it waited too long. */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    await this.#takeTurn(client)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#beginNext()
    }
  }

  async #takeTurn(client: string): Promise<void> {
    if (this.#running < this.#limits.running) {
      this.#running += 1
      return
    }
    this.#makeRoom(client)
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
        refuse: () => {
          clearTimeout(timer)
          reject(failBusy())
        },
      }
      const timer = setTimeout(() => {
        this.#remove(client, waiting)
        waiting.refuse()
      }, this.#limits.waitMs)
      const line = this.#waiting.get(client)
      if (line) line.push(waiting)
      else this.#waiting.set(client, [waiting])
    })
  }

  #makeRoom(client: string): void {
    const own = this.#waiting.get(client)?.length ?? 0
    if (own >= this.#limits.waitingOfClient) throw failBusy()
    const lines = [...this.#waiting]
    if (lines.reduce((sum, [, line]) => sum + line.length, 0) < this.#limits.waiting) return
    const [longest, line] = lines.reduce((most, next) => (next[1].length > most[1].length ? next : most))
    const newest = line.at(-1)
    if (line.length <= own + 1 || !newest) throw failBusy()
    this.#remove(longest, newest)
    newest.refuse()
  }

  /** Round robin: a client who had a turn stands last again. */
  #beginNext(): void {
    const first = this.#waiting.entries().next().value
    if (!first) return
    const [client, [next, ...rest]] = first
    this.#waiting.delete(client)
    if (rest.length > 0) this.#waiting.set(client, rest)
    this.#running += 1
    next?.begin()
  }

  #remove(client: string, waiting: Waiting): void {
    const rest = (this.#waiting.get(client) ?? []).filter((other) => other !== waiting)
    if (rest.length > 0) this.#waiting.set(client, rest)
    else this.#waiting.delete(client)
  }
}

function failBusy() {
  return failUnavailable('Many people sign in right now. Please try again in a moment.', RETRY_AFTER_SECONDS)
}
