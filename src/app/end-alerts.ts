import type { AlertsCall } from '#src/actions/session-alerts.ts'
import type { AlertsOwner } from '#src/db/session/alerts.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { clearBadge } from '#src/lib/badge.ts'
import { logger } from '#src/lib/logger.ts'
import { within } from '#src/lib/within.ts'

/** Nobody waits longer for a browser or a line: what is left ends with the next push, which shows that nobody is there (W3). */
const END_WITHIN_MS = 3_000

/** Alerts of the person who leaves end (D8). Best effort, and never a reason to stay. */
export function endAlertsOf(sessionDb: SessionDatabase, { origin, user }: Workspace): Promise<void> {
  return end(sessionDb, (owner) => owner.origin === origin && owner.userId === user.id)
}

/** Before another environment, alerts of all but that one end (W4). As `endAlertsOf`. */
export function endAlertsBefore(sessionDb: SessionDatabase, reached: string | null): Promise<void> {
  // The number on the icon counts the chats of the one that is left.
  void clearBadge()
  return end(sessionDb, (owner) => owner.origin !== reached)
}

/** What ends them loads with it: without a worker, which keeps it here, there are no alerts. */
async function end(sessionDb: SessionDatabase, isOver: (owner: AlertsOwner) => boolean): Promise<void> {
  try {
    await within(END_WITHIN_MS, endNow(sessionDb, isOver))
  } catch (error) {
    logger.warn('alerts could not be ended', { error: String(error) })
  }
}

async function endNow(sessionDb: SessionDatabase, isOver: (owner: AlertsOwner) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return
  const { leaveAlerts } = await import('#src/actions/session-alerts.ts')
  const call: AlertsCall = {
    sessionDb,
    browser: registration.pushManager,
    targetOf: (origin) => ({ origin, fetch: (input, init) => fetch(input, init) }),
    signal: AbortSignal.timeout(END_WITHIN_MS),
  }
  await leaveAlerts(call, isOver)
}
