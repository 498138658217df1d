import { holderKey, isHeldBy, type Holder } from './holder.ts'

/** The part of a chat that colleagues change. Times are ISO instants. */
export interface CollidingChat {
  user: Holder | null
  pausedAt: string | null
  needsHelp: boolean
  updatedAt: string
}

/** A chat as the server returned it, and with this person's own unsent work laid over it (D3). */
export interface ChatView {
  server: CollidingChat
  shown: CollidingChat
}

/** What somebody else did to a chat that is on screen. `by` is null where the chat does not say who. */
export type Collision =
  | { type: 'taken'; by: Holder; at: string }
  /** By a colleague who passed it on, or by this person at another device. */
  | { type: 'yours'; at: string }
  | { type: 'returned'; by: Holder | null; at: string }
  | { type: 'resolved'; by: Holder | null; at: string }

/**
 * What changed between two readings of a chat by somebody else's hand; null where nothing did. What this person does is
 * shown before the environment has it; so what is shown anew and is what the environment says is not theirs. The
 * environment's word may have come a reading earlier, under an own takeover that was still laid over it.
 */
export function findCollision(before: ChatView, after: ChatView, me: Holder): Collision | null {
  const { server, shown } = after
  const isHeldAnew = hasNewHolder(before.shown, shown) && !hasNewHolder(server, shown)
  if (isHeldAnew && shown.user !== null) {
    const at = server.pausedAt ?? server.updatedAt
    if (!isHeldBy(shown.user, me)) return { type: 'taken', by: shown.user, at }
    return before.server.user === null ? null : { type: 'yours', at }
  }
  const at = server.updatedAt
  if (isHeldAnew && before.shown.user !== null && shown.pausedAt === null) {
    return { type: 'returned', by: nameOther(before.shown.user, me), at }
  }
  const isResolved = before.shown.needsHelp && !shown.needsHelp && !server.needsHelp
  return isResolved ? { type: 'resolved', by: nameOther(shown.user, me), at } : null
}

/** Whether this person has acted since: what is shown anew is not what the environment says, or they have the chat now. */
export function isAnswered(before: ChatView, after: ChatView, me: Holder): boolean {
  const { server, shown } = after
  const isPassedOn = hasNewHolder(before.shown, shown)
  const isOwnHolder = isPassedOn && hasNewHolder(server, shown)
  const isOwnResolve = before.shown.needsHelp !== shown.needsHelp && shown.needsHelp !== server.needsHelp
  return isOwnHolder || isOwnResolve || (isPassedOn && isHeldBy(shown.user, me))
}

function hasNewHolder(before: CollidingChat, after: CollidingChat): boolean {
  return holderKey(before.user) !== holderKey(after.user)
}

/** Whoever holds it did it, unless that is this person, who would know. */
function nameOther(holder: Holder | null, me: Holder): Holder | null {
  return holder === null || isHeldBy(holder, me) ? null : holder
}
