/** Facebook lets a house write for 24 hours after the guest's last message. */
export const FACEBOOK_WINDOW_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000
/** How long before its end it is counted down, and from when on it is urgent. */
export const WINDOW_SHOWN_MS = 6 * 60 * 60_000
export const WINDOW_URGENT_MS = 60 * 60_000

/** The part of a chat that the rule looks at. */
export interface WindowedChat {
  source: string
  lastUserMessageDate: string | null
  /** Fields of the row that could not be read and hold a stand-in. */
  unreadable?: readonly string[]
}

/** Until when a channel takes messages. `open`: nothing needs to be said. */
export type ChannelWindow =
  { type: 'open' } | { type: 'closing'; leftMs: number; isUrgent: boolean } | { type: 'closed' }

/**
 * The last instant at which the chat's channel takes a message, ms of the environment's clock (I8). Null where it has no
 * such window, or where nobody can tell: the environment will.
 */
export function readClosingTime(chat: WindowedChat): number | null {
  if (chat.source !== 'facebook' || chat.unreadable?.includes('lastUserMessageDate')) return null
  // A guest who never wrote never opened it.
  if (chat.lastUserMessageDate === null) return Number.NEGATIVE_INFINITY
  const last = Date.parse(chat.lastUserMessageDate)
  return Number.isNaN(last) ? null : last + FACEBOOK_WINDOW_MS
}

/** How the chat's window stands; `now`: the environment's clock, ms (I8). */
export function readChannelWindow(chat: WindowedChat, now: number): ChannelWindow {
  const closesAt = readClosingTime(chat)
  if (closesAt === null) return { type: 'open' }
  const leftMs = closesAt - now
  if (leftMs < 0) return { type: 'closed' }
  if (leftMs > WINDOW_SHOWN_MS) return { type: 'open' }
  return { type: 'closing', leftMs, isUrgent: leftMs < WINDOW_URGENT_MS }
}

/**
 * When what is said of the window changes by itself the next time, ms of the environment's clock: at the first millisecond
 * of each new word. Null where it does not.
 */
export function findWindowChange(chat: WindowedChat, now: number): number | null {
  const closesAt = readClosingTime(chat)
  if (closesAt === null || closesAt < now) return null
  const leftMs = closesAt - now
  if (leftMs > WINDOW_SHOWN_MS) return closesAt - WINDOW_SHOWN_MS
  return closesAt - Math.floor(leftMs / MINUTE_MS) * MINUTE_MS + 1
}

/**
 * O10: whether a message that was written while the window was open would go out after its end. A yes given since then
 * counts: the environment has the last word. Times: ms of the environment's clock.
 */
export function hasClosedSince(chat: WindowedChat, writtenAt: number, now: number): boolean {
  const closesAt = readClosingTime(chat)
  return closesAt !== null && writtenAt <= closesAt && closesAt < now
}

/** What is left in words: `3 h 12 min`, `12 min`, `less than a minute`. */
export function describeLeft(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
