/** Runs what concerns one key one after the other, in order, and what concerns different keys side by side. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<void>>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#tails.get(key)
    let release: () => void = () => undefined
    const tail = new Promise<void>((resolve) => {
      release = resolve
    })
    this.#tails.set(key, tail)
    await turn
    try {
      return await work()
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
      release()
    }
  }
}
