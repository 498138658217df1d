import { loadUntilThere } from '#src/lib/load-until-there.ts'
import { createStore, type Store } from '#src/lib/store.ts'
import { waitForWords } from './after-rows.ts'
import { onReturn } from './visibility.ts'

/** `ready`: a newer build waits for a yes (W2). `accepted`: the yes is said, and the page reloads in a moment. */
export type UpdateState = 'none' | 'ready' | 'accepted'

export const updateState: Store<UpdateState> = createStore<UpdateState>('none')

const loadUpdates = () => import('./worker-updates.ts')

/** Registers the worker after what somebody waits for. */
export async function startUpdates(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const isControlled = navigator.serviceWorker.controller !== null
  await waitForWords()
  // The console works without: nothing is to be done about a part that stays away.
  const updates = await loadUntilThere(loadUpdates, onReturn, new AbortController().signal, () => undefined)
  updates?.registerWorker(isControlled)
}

/** The person's yes to a build that is ready; `pause` stops the flush and settles once what was typed is kept. */
export function acceptUpdate(pause: () => Promise<void>): void {
  // It is there: it has told of the build.
  void loadUpdates().then((updates) => updates.acceptUpdate(pause))
}
