/**
 * Runs `work` for a wake-up, never twice at once: a wake-up during a run makes one more run afterwards. Errors go to
 * `onError`; the next wake-up tries again.
 */
export class SingleFlight {
  readonly #work: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #running: Promise<void> | null = null
  #isDirty = false
  #isStopped = false

  constructor(work: () => Promise<void>, onError: (error: unknown) => void) {
    this.#work = work
    this.#onError = onError
  }

  /** Resolves when a run that began after this call has ended. */
  wake(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    this.#isDirty = true
    this.#running ??= this.#run()
    return this.#running
  }

  /** Lets a run finish and starts no other. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isDirty && !this.#isStopped) {
      this.#isDirty = false
      try {
        await this.#work()
      } catch (error) {
        if (!this.#isStopped) this.#onError(error)
      }
    }
    this.#running = null
  }
}
