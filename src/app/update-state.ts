import { createStore, type Store } from '#src/lib/store.ts'

/** `ready`: a newer build waits for a yes (W2). `accepted`: the yes is said, and the page reloads in a moment. */
type UpdateState = 'none' | 'ready' | 'accepted'

export const updateState: Store<UpdateState> = createStore<UpdateState>('none')
