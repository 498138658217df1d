/** Runs work of which only so much goes on at once; the rest waits in its order. */
export function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Its place goes to who waits: given back, somebody else could take it first.
      if (next) next()
      else running -= 1
    }
  }
}
