import { loadUntilThere } from '#src/lib/load-until-there.ts'
import { waitForWords } from './after-rows.ts'
import { onReturn } from './visibility.ts'

/** Registers the worker after what somebody waits for. */
export async function startUpdates(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const isControlled = navigator.serviceWorker.controller !== null
  await waitForWords()
  // The console works without: nothing is to be done about a part that stays away.
  const registerWorker = await loadUntilThere(
    () => import('./worker-updates.ts').then((module) => module.registerWorker),
    onReturn,
    new AbortController().signal,
    () => undefined,
  )
  registerWorker?.(isControlled)
}

/** The person's yes to a build that is ready; `pause` stops the flush and settles once what was typed is kept. */
export function acceptUpdate(pause: () => Promise<void>): void {
  // It is there: it has told of the build.
  void import('./worker-updates.ts').then((module) => module.acceptUpdate(pause))
}
