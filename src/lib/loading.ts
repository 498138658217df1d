import { createStore, type Store } from './store.ts'

/** A pending message stays this long after its request succeeded (specification section 9). */
export const LOADING_CLEAR_MS = 500

/** What a person waits for, in words such as 'Loading chats…'; the latest that is pending is shown. */
export interface Loading {
  /** The latest pending message of this tab; null where nothing is pending. */
  own: Store<string | null>
  /** What the tab that leads the engine waits for (I5). */
  leaders: Store<string | null>
  /** Shows a message until the returned function is called, and 500 ms longer. */
  begin(message: string): () => void
  /** Shows a message while `work` runs. A failure has words of its own, so its message goes at once. */
  during<T>(message: string, work: () => Promise<T>): Promise<T>
}

type Later = (run: () => void, ms: number) => unknown

export function createLoading(later: Later = setTimeout): Loading {
  const own = createStore<string | null>(null)
  const leaders = createStore<string | null>(null)
  let pending: readonly { message: string }[] = []

  function show(next: typeof pending): void {
    pending = next
    own.set(pending.at(-1)?.message ?? null)
  }

  function add(message: string): { end(): void; drop(): void } {
    const entry = { message }
    show([...pending, entry])
    const drop = () => show(pending.filter((other) => other !== entry))
    return { end: () => void later(drop, LOADING_CLEAR_MS), drop }
  }

  return {
    own,
    leaders,
    begin: (message) => add(message).end,
    async during(message, work) {
      const { end, drop } = add(message)
      try {
        const result = await work()
        end()
        return result
      } catch (error) {
        drop()
        throw error
      }
    },
  }
}

/** This tab's: whoever makes a person wait tells it, and the header shows it. */
export const loading = createLoading()
