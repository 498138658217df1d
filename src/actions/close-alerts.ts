import { readPushPayload, type PushPayload } from '#src/contract/push.ts'
import type { AlertsPerson } from '#src/db/session/alerts.ts'
import {
  isStaleAlert,
  type AlertedChat,
  type AlertsView,
  type ShownAlert,
} from '#src/domain/alerts/stale-alerts.ts'

/** A notification on the screen. `data` is what `writeAlertData` made of its payload; none where it tells what came of a click. */
export interface TrayAlert {
  tag: string
  data: unknown
  close(): void
}

/** Where notifications are: `registration.getNotifications()`, in a page or in the worker. */
export interface AlertTray {
  list(): Promise<readonly TrayAlert[]>
  /** Runs it while nobody else shows notifications or looks at them. */
  takeTurn<T>(work: () => Promise<T>): Promise<T>
}

export interface CloseAlertsCall {
  tray: AlertTray
  person: AlertsPerson
  readChats(chatIds: readonly string[]): Promise<ReadonlyMap<string, AlertedChat>>
  view: AlertsView
  /** The tag of what has just been shown: a push is to leave something on the screen (W3). */
  keepTag: string | null
  /** Monotonic, ms. */
  now(): number
}

/** Who shows a notification waits no longer than 500 ms for a turn: closing by tag could hit that one later on. */
const TURN_MS = 400
const CHAT_TAG = /^chat:(.+)$/s

/** What a notification carries, so that a click on it and what replaces it know what it was. */
export function writeAlertData(payload: PushPayload): string {
  return JSON.stringify(payload)
}

/** Null for what is no alert of this build's. */
export function readAlertData(data: unknown): PushPayload | null {
  return typeof data === 'string' ? readPushPayload(data) : null
}

/**
 * Closes this person's alerts of chats that do not need them any more. In one turn: a notification that replaces one in
 * between has the same tag, and would go in its place. Gives how many stay that still ask for something.
 */
export function closeStaleAlerts(call: CloseAlertsCall): Promise<number> {
  const { tray, person, readChats, view, keepTag, now } = call
  return tray.takeTurn(async () => {
    const beganAt = now()
    const shown = (await tray.list()).flatMap((notification) => {
      const alert = notification.tag === keepTag ? null : readAlert(notification, person)
      return alert === null ? [] : [{ notification, alert }]
    })
    if (shown.length === 0) return 0
    const chats = await readChats(shown.map(({ alert }) => alert.chatId))
    const isLate = now() - beganAt > TURN_MS
    const left = shown.filter(({ notification, alert }) => {
      if (isLate || !isStaleAlert(alert, chats.get(alert.chatId), view)) return alert.kind !== 'outcome'
      notification.close()
      return false
    })
    return left.length
  })
}

/** Null for what is about no chat, is another person's, or is of a build that says more than this one understands. */
function readAlert({ tag, data }: TrayAlert, { origin, userId }: AlertsPerson): ShownAlert | null {
  const chatId = CHAT_TAG.exec(tag)?.[1]
  if (chatId === undefined) return null
  if (data === null || data === undefined) return { chatId, kind: 'outcome', sentAt: '', rev: null }
  const payload = readAlertData(data)
  if (payload === null || payload.kind === 'test' || payload.userId !== userId) return null
  if (payload.environment !== null && payload.environment !== origin) return null
  const isOutcome = payload.kind === 'taken' || payload.kind === 'resolved'
  return {
    chatId: payload.chatId,
    kind: isOutcome ? 'outcome' : payload.kind,
    sentAt: payload.sentAt,
    rev: payload.rev ?? null,
  }
}
