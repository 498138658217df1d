/**
 * Runs one job at a time. A call while it runs gets one further run after it, shared by all such calls: what changed
 * before the call is then certainly seen (I2, I3: 'pull again', the dirty-again bit).
 */
export function createSingleFlight<T>(job: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null
  const start = (): Promise<T> => {
    running = job().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
