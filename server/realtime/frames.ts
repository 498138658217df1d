import type { ListName } from '#src/contract/lists.ts'
import type { FeedEvent } from './change-feed.ts'

/** The hint alone: what every console understands, and all that a guest gets (CONTRACT section 4). */
export function describeHint(event: FeedEvent): string {
  return JSON.stringify({ type: event.type, chatId: event.chatId, value: event.messageId })
}

/** The hint with the change it stands for; of a chat that is gone the hint alone, so that consoles pull what was removed. */
export function describeChange(event: FeedEvent): string {
  const { type, chatId, messageId, prev, seq, chat, message } = event
  if (chat === null) return describeHint(event)
  return JSON.stringify({ type, chatId, value: messageId, prev, seq, chat, message })
}

/** Some rows of a list of the configuration are others than before; which is for the console to ask. */
export function describeRowsChanged(list: ListName): string {
  return JSON.stringify({ type: 'rows_changed', chatId: null, value: list })
}

/** To the sockets of a user whose name or role was changed. */
export const SESSION_CHANGED_FRAME = JSON.stringify({ type: 'session_changed', chatId: null, value: null })

export const HEARTBEAT_FRAME = JSON.stringify({ type: 'heartbeat' })

/** `value` is the number of distinct users with an open socket. */
export function describeAdmins(count: number): string {
  return JSON.stringify({ type: 'admin_joined', chatId: null, value: count })
}
