import { failUnavailable } from '../errors.ts'

/** At once: a preview takes a second of a processor, and two people do not wait for each other. */
const AT_ONCE = 2
const MOST_WAITING = 20
const RETRY_SECONDS = 5

/** Lets two previews be made at once, and the others after them in their order. */
export class PreviewTurns {
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** Throws 503 where too many wait; who is `stopped` while they wait leaves their place. */
  async run<T>(stopped: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#takeTurn(stopped)
    try {
      stopped.throwIfAborted()
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // Its place goes to who waits: given back, somebody else could take it first.
      if (next) next()
      else this.#running -= 1
    }
  }

  async #takeTurn(stopped: AbortSignal): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= MOST_WAITING) {
      throw failUnavailable('Many people listen to previews right now. Please try again.', RETRY_SECONDS)
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        stopped.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1)
        reject(new Error('nobody waits for this preview any more'))
      }
      stopped.addEventListener('abort', leave, { once: true })
      this.#waiting.push(begin)
    })
  }
}
