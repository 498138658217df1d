import { Workbox } from 'workbox-window'
import { readNetwork } from '#src/lib/good-line.ts'
import { logger } from '#src/lib/logger.ts'
import { within } from '#src/lib/within.ts'
import { FINISH_UP, SERVE_ME } from '#src/sync/worker-words.ts'
import { updateState } from './update-state.ts'

const WORKER = '/service-worker.js'
/** A console that is open all night still learns of a new build. */
const CHECK_EVERY_MS = 60 * 60_000
/**
 * How often the new worker is asked to take over. Chromium lets it once the old one has no work, and looks only when
 * asked: one that is woken again by a call in that moment would hold it up for minutes.
 */
const ASK_EVERY_MS = 1_000
/** How long the old worker is waited for. One of a build that does not answer is awake by then. */
const WAKE_MS = 1_000

/** The worker that waits for the yes; null where another tab has said it already. */
let waiting: Workbox | null = null
let leave: () => void = () => undefined

/**
 * Registers the worker: it fetches the whole app once more. Without one the console works, but starts only with a line.
 * `isControlled` says whether a worker served this page.
 */
export function registerWorker(isControlled: boolean): void {
  let hasServed = isControlled
  const workbox = new Workbox(WORKER)
  workbox.addEventListener('waiting', () => {
    waiting = workbox
    if (updateState.get() === 'none') updateState.set('ready')
  })
  // Our own listener: the tab that accepted reloads, no other one does over someone's typing.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Another tab accepted: what is loaded here runs on with the previous build's files until the user says yes.
    waiting = null
    if (updateState.get() === 'accepted') leaveOnceActive(navigator.serviceWorker.controller)
    else if (hasServed) updateState.set('ready')
    hasServed = true
  })
  workbox.register().then(
    () => {
      window.setInterval(() => lookForUpdate(workbox), CHECK_EVERY_MS)
      void askToBeServed()
    },
    (error: unknown) => logger.warn('the worker could not be registered', { error: String(error) }),
  )
}

/**
 * A page whose document was on its way as the first worker took over is passed by, and would find none of its later parts
 * without a line.
 */
async function askToBeServed(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller === null) active?.postMessage({ type: SERVE_ME })
}

/** A new build is half a megabyte that nobody has asked for yet: who saves data gets it with the next start. */
function lookForUpdate(workbox: Workbox): void {
  if (readNetwork()?.saveData !== true) workbox.update().catch(() => undefined)
}

/**
 * Lets the new build take over and reloads when it has. Until then the page works on; drafts are saved as they are typed,
 * so nothing is lost. `pause` stops the flush just before the reload: no attempt begins that the reload would cut off. It
 * settles once what was typed is kept.
 */
export function acceptUpdate(pause: () => Promise<void>): void {
  if (updateState.get() !== 'ready') return
  updateState.set('accepted')
  leave = () => {
    void pause().finally(() => window.location.reload())
  }
  if (waiting) void askToTakeOver()
  else leave()
}

/** A navigation to a worker that is still starting up waits for it, in Chromium now and then for ever. */
function leaveOnceActive(worker: ServiceWorker | null): void {
  if (worker?.state !== 'activating') return leave()
  worker.addEventListener('statechange', () => leave(), { once: true })
}

async function askToTakeOver(): Promise<void> {
  if (!waiting) return
  // Chromium wakes an idle worker by halves where a link is pressed. If the new one asks to take over in that state, the old
  // one never comes to its end, and every navigation waits for it (docs/decisions/011).
  await within(WAKE_MS, tellToFinish(navigator.serviceWorker.controller)).catch(() => undefined)
  letTakeOver()
}

/** Another tab may have said it meanwhile. */
function letTakeOver(): void {
  waiting?.messageSkipWaiting()
  window.setTimeout(() => void askToTakeOver(), ASK_EVERY_MS)
}

/**
 * The old worker breaks off what it sends and waits for: the new build's page or worker takes it up again. Settles once it is
 * awake and has heard so.
 */
function tellToFinish(worker: ServiceWorker | null): Promise<void> {
  return new Promise((resolve) => {
    if (worker === null) return resolve()
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    worker.postMessage({ type: FINISH_UP }, [port2])
  })
}
