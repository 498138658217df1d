import { createStore, type Store } from './store.ts'
import { useStore } from './use-store.ts'

/** Whether a media query holds, and a new drawing when that changes. */
export function useMedia(query: string): boolean {
  return useStore(watchMedia(query))
}

/** One for each query of the page: a browser that is asked anew at every drawing looks at its styles first. */
const watches = new Map<string, Store<boolean>>()

function watchMedia(query: string): Store<boolean> {
  const known = watches.get(query)
  if (known) return known
  const list = window.matchMedia(query)
  const watch = createStore(list.matches)
  list.addEventListener('change', ({ matches }) => watch.set(matches))
  watches.set(query, watch)
  return watch
}
