import { Workbox } from 'workbox-window'
import { logger } from '#src/lib/logger.ts'
import { createStore, type Store } from '#src/lib/store.ts'

const WORKER = '/service-worker.js'
/** A console that is open all night still learns of a new build. */
const CHECK_EVERY_MS = 60 * 60_000

/** How long the new worker may take to take over before the page reloads without it. */
const TAKE_OVER_PATIENCE_MS = 15_000

/** Whether a newer build waits for a yes (W2). */
export const isUpdateReady: Store<boolean> = createStore(false)

/** The worker that waits for the yes; null where another tab has said it already. */
let waiting: Workbox | null = null
let isAccepted = false

/** Registers the worker after the first screen; without one the console works, but starts only with a line. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  let isControlled = navigator.serviceWorker.controller !== null
  const workbox = new Workbox(WORKER)
  workbox.addEventListener('waiting', () => {
    waiting = workbox
    isUpdateReady.set(true)
  })
  // Our own listener: the tab that accepted reloads, no other one does over someone's typing.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isAccepted) return window.location.reload()
    // Another tab accepted: what is loaded here runs on with the previous build's files until its person says yes.
    waiting = null
    if (isControlled) isUpdateReady.set(true)
    isControlled = true
  })
  workbox.register().then(
    () => window.setInterval(() => void workbox.update().catch(() => undefined), CHECK_EVERY_MS),
    (error: unknown) => logger.warn('the worker could not be registered', { error: String(error) }),
  )
}

/** Lets the new build take over; drafts are saved as they are typed, so nothing is lost. `pause` stops the flush first. */
export function acceptUpdate(pause: () => void): void {
  isAccepted = true
  pause()
  waiting?.messageSkipWaiting()
  // Nobody is left before a stopped engine: a worker that is busy may put the change of hands off for minutes.
  window.setTimeout(() => window.location.reload(), waiting ? TAKE_OVER_PATIENCE_MS : 0)
}
