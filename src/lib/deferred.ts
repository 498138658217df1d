import { linkFailedStyles } from './failed-styles.ts'
import { createStore, type Store } from './store.ts'

/** How far a part of the app is that is not there from the start. `failures`: how often it did not arrive so far. */
export type DeferredState<T> = { failures: number } & (
  { kind: 'waiting' } | { kind: 'loading' } | { kind: 'missing' } | { kind: 'ready'; value: T }
)

/** A part of the app in a file of its own, once for all who draw it. */
export interface Deferred<T> {
  state: Pick<Store<DeferredState<T>>, 'get' | 'subscribe'>
  /** Asks for it, or joins who has asked. Rejects where it does not arrive; the next asking tries again. */
  load(): Promise<T>
}

export function createDeferred<T>(fetchPart: () => Promise<T>): Deferred<T> {
  const state = createStore<DeferredState<T>>({ kind: 'waiting', failures: 0 })
  let asked: Promise<T> | null = null

  async function ask(): Promise<T> {
    const { failures } = state.get()
    state.set({ kind: 'loading', failures })
    try {
      // The first time they are those of other parts, which this one can do without.
      await linkFailedStyles().catch((error: unknown) => {
        if (failures > 0) throw error
      })
      const value = await fetchPart()
      state.set({ kind: 'ready', value, failures })
      return value
    } catch (error) {
      asked = null
      state.set({ kind: 'missing', failures: failures + 1 })
      throw error
    }
  }

  return { state, load: () => (asked ??= ask()) }
}
