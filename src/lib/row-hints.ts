/** Tells this page's screens that a list which only exists online has changed. A hint, as everything of the socket (I1). */
export interface RowHints {
  /** Null: any list may have, for example while the connection was down. */
  raise(list: string | null): void
  subscribe(listener: (list: string | null) => void): () => void
}

function createRowHints(): RowHints {
  const listeners = new Set<(list: string | null) => void>()
  return {
    raise(list) {
      for (const listener of [...listeners]) listener(list)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** This page's: the engine raises them, whichever tab leads. */
export const rowHints = createRowHints()
