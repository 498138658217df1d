/** A counter that rises when something happened, in the shape that React's `useSyncExternalStore` reads. */
export interface Signal {
  read(): number
  raise(): void
  subscribe(listener: () => void): () => void
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>()
  let count = 0
  return {
    read: () => count,
    raise() {
      count += 1
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
