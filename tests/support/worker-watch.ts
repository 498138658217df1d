import type { BrowserContext } from 'playwright-core'
import { NOTIFICATION_LOCK } from '#src/lib/notification-turn.ts'
import { FLUSH_TAG } from '#src/sync/worker-words.ts'
import type { ConsolePage } from './console-page.ts'
import { waitFor } from './wait-for.ts'

/** What a sync event's promise came to, with the reason in words where it was rejected. */
type SyncOutcome = { state: 'resolved'; reason: null } | { state: 'rejected'; reason: string }

/** The service worker of one profile, watched from within. */
export interface WorkerWatch {
  /** The addresses that the worker itself called since the watch began. */
  readCalls(): Promise<string[]>
  /** Has the worker handle a Background Sync event now, and gives what it came to. */
  dispatchSync(): Promise<SyncOutcome>
  /** What the worker's notifications say now. */
  readAlerts(): Promise<{ title: string; body: string }[]>
  /** Has the worker handle a click on its only notification of this title, on that button of it. */
  clickAlert(action: string, title?: string): Promise<void>
}

/** Where the worker's own global keeps the notes. */
interface Notes {
  callsOfTest: string[]
}

/**
 * Watches the profile's active worker. Neither a real sync event nor the DevTools protocol's comes on a machine whose
 * only network is loopback, and nobody clicks on a headless browser's notifications: these events are made within the worker
 * and handled by its own listeners. The worker needs no page of the console for that.
 */
export async function watchWorker(context: BrowserContext): Promise<WorkerWatch> {
  const worker = await waitFor('the worker to run', () => context.serviceWorkers()[0] ?? null)
  const notes = await worker.evaluateHandle((): Notes => {
    const calls: string[] = []
    const call = globalThis.fetch
    globalThis.fetch = (input, init) => {
      calls.push(input instanceof Request ? input.url : String(input))
      return call(input, init)
    }
    return { callsOfTest: calls }
  })
  return {
    readCalls: () => notes.evaluate(({ callsOfTest }) => callsOfTest),
    dispatchSync: () =>
      worker.evaluate(async (tag): Promise<SyncOutcome> => {
        const handled: Promise<unknown>[] = []
        const waitUntil = (work: Promise<unknown>) => void handled.push(work)
        globalThis.dispatchEvent(Object.assign(new Event('sync'), { tag, waitUntil }))
        if (handled.length === 0) throw new Error('Nothing in the worker handles the sync event.')
        try {
          await Promise.all(handled)
          return { state: 'resolved', reason: null }
        } catch (error) {
          return { state: 'rejected', reason: String(error) }
        }
      }, FLUSH_TAG),
    readAlerts: () =>
      worker.evaluate(async (lock) => {
        const isWorker = (own: object): own is { registration: ServiceWorkerRegistration } =>
          'registration' in own
        const scope: object = globalThis
        if (!isWorker(scope)) throw new Error('This is no service worker.')
        // Who asks while one is being shown loses it (`notification-turn`).
        const read = () => scope.registration.getNotifications()
        const shown = await navigator.locks.request(lock, read)
        return shown.map(({ title, body }) => ({ title, body }))
      }, NOTIFICATION_LOCK),
    clickAlert: (action, title) =>
      worker.evaluate(
        async (chosen) => {
          const isWorker = (own: object): own is { registration: ServiceWorkerRegistration } =>
            'registration' in own
          const scope: object = globalThis
          if (!isWorker(scope)) throw new Error('This is no service worker.')
          const shown = await scope.registration.getNotifications()
          const isChosen = (one: Notification) => chosen.title === undefined || one.title === chosen.title
          const [notification, ...others] = shown.filter(isChosen)
          if (!notification || others.length > 0)
            throw new Error(`${others.length} notifications more than one.`)
          const handled: Promise<unknown>[] = []
          const waitUntil = (work: Promise<unknown>) => void handled.push(work)
          const click = Object.assign(new Event('notificationclick'), {
            notification,
            action: chosen.action,
            waitUntil,
          })
          globalThis.dispatchEvent(click)
          if (handled.length === 0) throw new Error('Nothing in the worker handles the click.')
          // A browser lets a real click open a window, and this one not: what else it does is looked at.
          await Promise.allSettled(handled)
        },
        { action, title },
      ),
  }
}

/** Waits until the page has asked the browser to wake its worker for the outbox, which it does beside its drawing. */
export async function waitUntilSyncAsked(agent: ConsolePage): Promise<void> {
  await waitFor('the worker to be asked for', async () => (await readSyncTags(agent)).join() === FLUSH_TAG)
}

/** What the page has asked the browser to wake its worker for. */
function readSyncTags(agent: ConsolePage): Promise<string[]> {
  return agent.page.evaluate(async () => {
    const registration: object = await navigator.serviceWorker.ready
    const hasSync = (from: object): from is { sync: { getTags(): Promise<string[]> } } => 'sync' in from
    if (!hasSync(registration)) throw new Error('This browser has no Background Sync.')
    return registration.sync.getTags()
  })
}
