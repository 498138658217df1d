import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** A store's value, and a new drawing whenever it changes; drawn without a page, as tests do, the value alone. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
