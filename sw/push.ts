import { checkAlerts, endSubscription } from '#src/actions/session-alerts.ts'
import { SessionDatabase } from '#src/db/session/database.ts'
import { takeNotificationTurn } from '#src/lib/notification-turn.ts'
import { UNSENT_TAG } from '#src/lib/unsent-notice.ts'
import { handleAlertClick } from './alerts/click-alert.ts'
import { GENERAL_TAG, showAlert, showWords } from './alerts/show-alert.ts'
import type { AlertContext } from './alerts/alert-context.ts'
import { UNKNOWN_ALERT } from './alerts/words.ts'
import { flushNow } from './background-sync.ts'
import { consoleWindows } from './console-windows.ts'
import { worker } from './scope.ts'

/** The longest that the environment is waited for when the browser has changed its subscription. */
const RENEW_MS = 30_000

/** Alerts while no console is open (W3, W4): what pushes say, what a click on them does, and that they go on. */
export function alertByPush(): void {
  worker.addEventListener('push', (event) => {
    // Whatever wakes the worker sends what waits, once there is something to see (O5).
    event.waitUntil(showPushed(event.data?.text() ?? '').then(flushQuietly))
  })
  worker.addEventListener('notificationclick', (event) => {
    const { notification, action } = event
    if (notification.tag === UNSENT_TAG) return
    event.waitUntil(withAlertContext((context) => handleAlertClick(context, notification, action)))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewAlerts()))
}

/** Also with databases that can't be opened something is shown (W3), without a name, as nobody knows whose it is. */
async function showPushed(text: string): Promise<void> {
  try {
    await withAlertContext((context) => showAlert(context, text))
  } catch {
    const context = { registration: worker.registration, takeTurn }
    await showWords(context, UNKNOWN_ALERT, { tag: GENERAL_TAG })
  }
}

function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  return takeNotificationTurn(worker.navigator, work)
}

/** What is left waits for its `sync`; a push has nothing to say about it. */
async function flushQuietly(): Promise<void> {
  await flushNow().catch(() => undefined)
}

function renewAlerts(): Promise<void> {
  return withAlertContext(async ({ sessionDb, fetch }) => {
    await checkAlerts({
      sessionDb,
      browser: worker.registration.pushManager,
      targetOf: (origin) => ({ origin, fetch }),
      signal: AbortSignal.timeout(RENEW_MS),
    })
  })
}

async function withAlertContext<T>(work: (context: AlertContext) => Promise<T>): Promise<T> {
  const sessionDb = new SessionDatabase()
  await sessionDb.open()
  try {
    return await work(createAlertContext(sessionDb))
  } finally {
    sessionDb.close({ disableAutoOpen: true })
  }
}

function createAlertContext(sessionDb: SessionDatabase): AlertContext {
  const { registration, navigator } = worker
  return {
    registration,
    takeTurn,
    windows: consoleWindows,
    sessionDb,
    databases: {},
    fetch: (input, init) => fetch(input, init),
    isOnline: () => navigator.onLine,
    async setBadge(count) {
      // Not every browser has it, nor every system a place for it.
      if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined)
    },
    async unsubscribe() {
      await endSubscription(registration.pushManager)
    },
    flush: flushQuietly,
    now: () => Date.now(),
    monotonicNow: () => performance.now(),
  }
}
