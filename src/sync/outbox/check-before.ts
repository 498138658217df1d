import { fetchCapabilities } from '#src/api/capabilities.ts'
import { ApiError, readRetryAfter } from '#src/api/errors.ts'
import type { Chat } from '#src/contract/chats.ts'
import { holderKey, isHeldBy } from '#src/domain/chats/holder.ts'
import { isMessageKind, type Operation, type Reason } from '#src/domain/outbox/operation.ts'
import { readNewestMessage } from '#src/db/mirror/messages.ts'
import { readMe } from '#src/db/me.ts'
import type { SyncContext } from '../context.ts'
import { refreshChat, refreshThread } from '../refresh.ts'

/** What a look at the chat before an attempt without keys says. */
export type BeforeAttempt =
  | { type: 'go'; seenBefore: string | null }
  | { type: 'refuse'; reason: Reason }
  /** The effect is there already. */
  | { type: 'done' }
  /** Not before `retryAfterMs` from now, where the server returned so; 0 where not. */
  | { type: 'later'; isUnauthorized: boolean; retryAfterMs: number }

/**
 * Without keys the environment checks nothing for us, so the chat and its messages are read first (DESIGN section 4,
 * 'queued'; O11): not mine fails a message, another holder a takeover, a newer guest message a resolve.
 */
export async function checkBefore(context: SyncContext, operation: Operation): Promise<BeforeAttempt> {
  if (operation.kind === 'ticket') return checkLine(context)
  try {
    const chat = await refreshChat(context, operation.lane)
    if (!chat) return { type: 'refuse', reason: { code: 'not_found' } }
    const reason = findConflict(context, operation, chat)
    if (reason) return { type: 'refuse', reason }
    if (operation.kind === 'pause' && isHeldBy(chat.user, readMe(context.workspace))) return { type: 'done' }
    if (isMessageKind(operation.kind)) await refreshThread(context, operation.lane)
    const newest = await readNewestMessage(context.workspace.mirror, operation.lane)
    return { type: 'go', seenBefore: newest?.id ?? null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { kind } = error.failure
    if (kind === 'refused') return { type: 'refuse', reason: { code: 'forbidden' } }
    return lookLater(error)
  }
}

function lookLater(error: ApiError): BeforeAttempt {
  const isUnauthorized = error.failure.kind === 'unauthorized'
  return { type: 'later', isUnauthorized, retryAfterMs: readRetryAfter(error) }
}

/**
 * A ticket is about no chat's state: nothing that could be read speaks against it. But the line may have died since its
 * last call, and a ticket that is tried then gets into a doubt that only the user can end: any answer at all will do.
 */
async function checkLine({ target, signal }: SyncContext): Promise<BeforeAttempt> {
  try {
    await fetchCapabilities(target, signal)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { kind } = error.failure
    if (kind !== 'refused' && kind !== 'unauthorized') return lookLater(error)
  }
  return { type: 'go', seenBefore: null }
}

function findConflict(context: SyncContext, operation: Operation, chat: Chat): Reason | null {
  const isMine = isHeldBy(chat.user, readMe(context.workspace))
  const { holder, helpAt } = operation.expects
  if (isMessageKind(operation.kind)) return isMine ? null : { code: 'not_held', holder: chat.user }
  if (operation.kind === 'pause' && isMine) return null
  if (holder !== undefined && holderKey(chat.user) !== holder)
    return { code: 'holder_changed', holder: chat.user }
  const askedAt = chat.lastUserMessageDate
  if (operation.kind === 'resolve' && helpAt && askedAt !== null && askedAt > helpAt) {
    return { code: 'needs_help_again', helpAt: askedAt }
  }
  return null
}
