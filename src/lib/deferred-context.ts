import { createContext } from 'react'

/** What the page knows that a part which did not arrive has to know. */
export interface DeferredHost {
  /** Calls back when a person or the line comes back. Returns how to stop. */
  onReturn(listener: () => void): () => void
  /** A part stays away although it was asked for again: the browser may keep its failure. */
  onChunkStuck(): void
}

export const DeferredContext = createContext<DeferredHost>({
  onReturn: () => () => undefined,
  onChunkStuck: () => undefined,
})
