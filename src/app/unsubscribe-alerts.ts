import { leaveAlerts, type AlertsCall } from '#src/actions/session-alerts.ts'
import { forgetStart } from '#src/actions/start-note.ts'
import type { AlertsOwner, AlertsPerson } from '#src/db/session/alerts.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { clearBadge } from '#src/lib/badge.ts'
import { takeNotificationTurn } from '#src/lib/notification-turn.ts'
import { UNSUBSCRIBE_WITHIN_MS } from './unsubscribe-within.ts'

/** At sign-out: alerts of the person who leaves end, and what is shown of them, the icon's number too, is gone (D8). */
export async function unsubscribeAlertsOf(
  sessionDb: SessionDatabase,
  { origin, userId }: AlertsPerson,
): Promise<void> {
  const isTheirs = (owner: AlertsOwner) => owner.origin === origin && owner.userId === userId
  await Promise.all([endAlerts(sessionDb, isTheirs), closeNotifications(), clearBadge()])
  // What was on its way while the subscription ended.
  await closeNotifications()
}

/**
 * Before another environment: alerts of all but that one end (W4), the number of the one that is left goes, and a start does
 * not show its chats (W6).
 */
export async function unsubscribeAlertsBefore(
  sessionDb: SessionDatabase,
  reached: string | null,
): Promise<void> {
  await Promise.all([
    endAlerts(sessionDb, ({ origin }) => origin !== reached),
    clearBadge(),
    forgetStart(sessionDb),
  ])
}

async function endAlerts(sessionDb: SessionDatabase, isOver: (owner: AlertsOwner) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return
  const call: AlertsCall = {
    sessionDb,
    browser: registration.pushManager,
    targetOf: (origin) => ({ origin, fetch: (input, init) => fetch(input, init) }),
    signal: AbortSignal.timeout(UNSUBSCRIBE_WITHIN_MS),
  }
  await leaveAlerts(call, isOver)
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return
  await takeNotificationTurn(navigator, async () => {
    for (const notification of await registration.getNotifications()) notification.close()
  })
}
