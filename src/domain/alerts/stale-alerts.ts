/** A notification about a chat that a device shows. Times are ISO instants of the environment's clock. */
export interface ShownAlert {
  chatId: string
  /** `outcome`: says that nothing is left to do: 'Taken by Maria', 'Resolved', 'Maria has it'. */
  kind: 'needs_help' | 'new_message' | 'outcome'
  sentAt: string
  /** The chat's revision that it speaks of; null where the environment does not say. */
  rev: number | null
}

/** A chat as this device knows it, for its alerts. Instants are '' where there is none. */
export interface AlertedChat {
  rev: number | null
  updatedAt: string
  needsHelp: boolean
  heldBy: 'nobody' | 'me' | 'other'
  guestWroteAt: string
  staffWroteAt: string
  /** Up to which message it was read on this device. */
  seenAt: string
}

/** The chats that need a user, as the environment knew them at a revision of its change log. */
export interface KnownNeeds {
  rev: number
  chatIds: readonly string[]
}

/** From where the alerts are looked at. */
export interface AlertsView {
  /** The chat that is open in the window that has the focus; null where none is. */
  readingChatId: string | null
  /** Whether what was read on this device counts as read: a window that only stands there may have no reader. */
  countsRead: boolean
  /** Whether what says that nothing is left to do has been there for long enough. */
  endsOutcomes: boolean
  /** What a push or the environment's answer said of all chats; null where none did. */
  needs: KnownNeeds | null
}

/**
 * Whether a chat needs its user's attention no longer, so that its alert goes. Nothing is decided by what is older than the
 * alert: a chat that asks for help again keeps the alert of its newer help request.
 */
export function isStaleAlert(alert: ShownAlert, chat: AlertedChat | undefined, view: AlertsView): boolean {
  if (alert.kind === 'outcome') return view.endsOutcomes
  if (isOverBy(alert, view.needs)) return true
  if (!chat || !isAsNewAs(chat, alert)) return false
  if (view.readingChatId === alert.chatId && isRead(chat)) return true
  if (alert.kind === 'needs_help') return !chat.needsHelp || chat.heldBy !== 'nobody'
  return chat.heldBy !== 'me' || isAnswered(chat) || (view.countsRead && isRead(chat))
}

/** Whether a chat needs its user, so that their devices may show an alert of it, and was read to its end on this device. */
export function isReadNeed(chat: AlertedChat): boolean {
  if (!isRead(chat)) return false
  if (chat.heldBy === 'nobody') return chat.needsHelp
  return chat.heldBy === 'me' && chat.guestWroteAt !== '' && !isAnswered(chat)
}

function isRead({ seenAt, guestWroteAt }: AlertedChat): boolean {
  return seenAt !== '' && seenAt >= guestWroteAt
}

function isAnswered({ staffWroteAt, guestWroteAt }: AlertedChat): boolean {
  return staffWroteAt > guestWroteAt
}

/** A push may come late: what it knows nothing of yet is not over. */
function isOverBy({ chatId, rev }: ShownAlert, needs: KnownNeeds | null): boolean {
  return needs !== null && rev !== null && rev <= needs.rev && !needs.chatIds.includes(chatId)
}

function isAsNewAs(chat: AlertedChat, { rev, sentAt }: ShownAlert): boolean {
  return chat.rev !== null && rev !== null ? chat.rev >= rev : chat.updatedAt > sentAt
}
