/** Waiting, as rules get it, so that tests need not. */
export interface Timers {
  /** Runs something after so many ms. Returns how to let it be. */
  after(ms: number, run: () => void): () => void
}

export const deviceTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** One timer for each row, the last one started. */
export interface RowTimers {
  start(id: string, ms: number, run: () => void): void
  stop(id: string): void
  has(id: string): boolean
  /** The rows that wait. */
  list(): string[]
}

export function createRowTimers(timers: Timers): RowTimers {
  const stops = new Map<string, () => void>()
  const stop = (id: string) => {
    stops.get(id)?.()
    stops.delete(id)
  }
  return {
    start(id, ms, run) {
      stop(id)
      const cancel = timers.after(ms, () => {
        stops.delete(id)
        run()
      })
      stops.set(id, cancel)
    },
    stop,
    has: (id) => stops.has(id),
    list: () => [...stops.keys()],
  }
}
