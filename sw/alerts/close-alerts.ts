import { closeStaleAlerts } from '#src/actions/close-alerts.ts'
import type { PushPayload } from '#src/contract/push.ts'
import { readAlertedChats } from '#src/db/alerted-chats.ts'
import type { LiveSession } from '#src/db/session/sessions.ts'
import { ALERT_SHOWN } from '#src/sync/window-messages.ts'
import type { AlertContext } from './alert-context.ts'
import { withWorkspace } from './with-workspace.ts'

/**
 * At a push the alerts of other chats that need nobody any more go: by what the push says, and by what this device knows.
 * What it has just shown stays (W3).
 */
export async function closeOtherAlerts(
  context: AlertContext,
  session: LiveSession,
  { tag, needs }: PushPayload,
): Promise<void> {
  const { registration, takeTurn, monotonicNow } = context
  const list = () => registration.getNotifications()
  const shown = await takeTurn(list)
  if (shown.every((alert) => alert.tag === tag)) return
  // Opening databases may take longer than a turn.
  await withWorkspace(context, session, (workspace) =>
    closeStaleAlerts({
      tray: { list, takeTurn },
      person: { origin: session.origin, userId: session.user.id },
      readChats: (chatIds) => readAlertedChats(workspace, chatIds),
      view: { readingChatId: null, countsRead: true, endsOutcomes: true, needs: needs ?? null },
      keepTag: tag,
      now: monotonicNow,
    }),
  )
}

/**
 * A window on the screen may show the chat already: it looks whether the alert is needed. Not a hidden one: a browser wants
 * to see what a push has shown.
 */
export async function tellVisibleWindows({ windows }: AlertContext): Promise<void> {
  for (const window of await windows.list()) {
    if (window.visibilityState === 'visible') window.postMessage({ type: ALERT_SHOWN })
  }
}
