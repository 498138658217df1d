import type { TrayAlert } from '#src/actions/close-alerts.ts'
import type { PushPayload } from '#src/contract/push.ts'
import { readAlertsSession } from '#src/db/session/alerts.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import type { LiveSession } from '#src/db/session/sessions.ts'
import type { DatabaseOptions } from '#src/db/workspace.ts'

/** What browsers know beyond the standard library's type: actions, and whether a replacement is heard again. */
export interface AlertOptions extends NotificationOptions {
  actions?: { action: string; title: string }[]
  renotify?: boolean
}

/** A window of the console. */
export interface ConsoleWindow {
  url: string
  focused: boolean
  visibilityState: string
  focus(): Promise<ConsoleWindow>
  navigate(url: string): Promise<unknown>
  postMessage(message: unknown, transfer?: Transferable[]): void
}

/** The windows that this worker serves. */
export interface ConsoleWindows {
  list(): Promise<readonly ConsoleWindow[]>
  open(address: string): Promise<unknown>
  /** How long a window is waited for that is asked something, ms. */
  answerWithinMs: number
}

/** What alerts need of the worker, so that they can be tried without one. */
export interface AlertContext {
  registration: {
    showNotification(title: string, options: AlertOptions): Promise<void>
    getNotifications(filter?: { tag?: string }): Promise<readonly TrayAlert[]>
  }
  /** Runs it while nobody else shows notifications or looks at them. */
  takeTurn<T>(work: () => Promise<T>): Promise<T>
  windows: ConsoleWindows
  sessionDb: SessionDatabase
  databases: DatabaseOptions
  fetch: typeof fetch
  isOnline(): boolean
  /** The icon's number (W3). */
  setBadge(count: number): Promise<void>
  /** Ends the browser's subscription. */
  unsubscribe(): Promise<void>
  /** Sends what waits, by the page's own code and lock (O5). */
  flush(): Promise<void>
  /** ms of the device's clock. */
  now(): number
  /** ms that nobody sets. */
  monotonicNow(): number
}

/**
 * The session whose alert it is; null where that person is not signed in here, or alerts are on for another one or another
 * environment (W3).
 */
export async function findAlertSession(
  sessionDb: SessionDatabase,
  { environment, userId }: PushPayload,
): Promise<LiveSession | null> {
  const session = await readAlertsSession(sessionDb)
  if (session === null || session.user.id !== userId) return null
  return environment === null || environment === session.origin ? session : null
}
