import { createStore, type Store } from './store.ts'

/** Whether the browser has little room left for this page (D6). What looks for it is deferred. */
export const nearlyFull: Store<boolean> = createStore(false)
