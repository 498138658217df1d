/** A held chat in which nothing was written for this long is asked about: the bot does not answer its guest meanwhile. */
export const FORGOTTEN_MS = 30 * 60_000

/** The part of a chat that the rule looks at. */
export interface HeldChat {
  user: { id: string; name: string } | null
  /** Since when it is held, an ISO instant. */
  pausedAt: string | null
}

/**
 * Whether a held chat seems to be forgotten: nothing written for 30 minutes by its holder or the guest, and not held or
 * kept since. `now`: the environment's clock, ms (I8). `lastWrittenAt`: the newest of what both wrote, and of its holder's
 * last 'keep it', an ISO instant; null where there is none. Whether the chat is one's own is the caller's question.
 */
export function isForgotten(chat: HeldChat, now: number, lastWrittenAt: string | null): boolean {
  const quietMs = countQuietMs(chat, now, lastWrittenAt)
  return quietMs !== null && quietMs >= FORGOTTEN_MS
}

/** From when on a held chat will seem to be forgotten, ms, unless somebody writes; null where it does, or is not held. */
export function findForgetting(chat: HeldChat, now: number, lastWrittenAt: string | null): number | null {
  const quietMs = countQuietMs(chat, now, lastWrittenAt)
  return quietMs === null || quietMs >= FORGOTTEN_MS ? null : now - quietMs + FORGOTTEN_MS
}

/** How long nothing was written in a held chat, ms; null where it is not held. */
export function countQuietMs(chat: HeldChat, now: number, lastWrittenAt: string | null): number | null {
  if (chat.user === null || chat.pausedAt === null) return null
  const since = Math.max(Date.parse(chat.pausedAt), lastWrittenAt === null ? 0 : Date.parse(lastWrittenAt))
  return Number.isNaN(since) ? null : now - since
}
