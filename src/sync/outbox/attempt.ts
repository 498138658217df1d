import { putFetchRequest } from '#src/db/mirror/fetch-requests.ts'
import { touchChat, putChats } from '#src/db/mirror/chats.ts'
import { bindMessage } from '#src/db/mirror/messages.ts'
import { storeSavedTicket } from '#src/db/mirror/saved-tickets.ts'
import { patchThread } from '#src/db/mirror/threads.ts'
import { removeOperation } from '#src/db/outbox/operations.ts'
import { writeMirror, writeOutbox } from '#src/db/write.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import { checkReadiness, claimOperation, settleAttempt } from '#src/domain/outbox/transitions.ts'
import { applyFollowing } from '../apply-messages.ts'
import type { SyncContext } from '../context.ts'
import { refreshChat, refreshThread } from '../refresh.ts'
import { bindOperation } from './bind-rows.ts'
import { checkBefore } from './check-before.ts'
import { performOperation, type Performed } from './perform.ts'
import { storeStep } from './store-step.ts'

/** Before the next look at a chat that could not be read, at least. */
const LOOK_AGAIN_MS = 10_000

/** `lost`: it is no longer what it was, and its lane is looked at afresh. */
export type AttemptResult = 'settled' | 'lost' | 'later' | 'unauthorized'

export interface Claimant {
  /** Names this engine or worker; a claim is this and a number. */
  holderId: string
  onProgress(operationId: string, share: number): void
}

/**
 * One attempt of a due head: look (without keys), claim, call, settle. No transaction is open across a call (O4). `canBeLate`:
 * whatever its age is, it can't reach anybody too late.
 */
export async function attemptOperation(
  context: SyncContext,
  operation: Operation,
  claimant: Claimant,
  canBeLate = false,
): Promise<AttemptResult> {
  const { workspace, clock } = context
  const isKeyed = context.capabilities().idempotency
  let seenBefore: string | null = null
  if (!isKeyed) {
    const look = await checkBefore(context, operation)
    if (look.type === 'later') {
      if (look.isUnauthorized) return 'unauthorized'
      const waitMs = Math.max(look.retryAfterMs, LOOK_AGAIN_MS)
      await storeStep(workspace, operation, { ...operation, nextAt: clock.now() + waitMs })
      return 'later'
    }
    if (look.type === 'done') return (await storeStep(workspace, operation, null)) ? 'settled' : 'lost'
    if (look.type === 'refuse') {
      const refused = settleAttempt(
        operation,
        operation,
        { type: 'refused', reason: look.reason },
        clock.now(),
        0,
      )
      return (await storeStep(workspace, operation, refused)) ? 'settled' : 'lost'
    }
    seenBefore = look.seenBefore
  }
  // What was read first took its time, and a page may stand still over it: what was in time then need not be now (O10).
  if (!canBeLate && checkReadiness(operation, clock.now(), isKeyed, false) !== 'send') return 'lost'
  const claim = `${claimant.holderId}:${operation.attempts + 1}`
  const claimed = claimOperation(operation, { claim, now: clock.now(), keyed: isKeyed }, seenBefore)
  if (!(await storeStep(workspace, operation, claimed))) return 'lost'
  const performed = await performOperation(context, claimed, (share) =>
    claimant.onProgress(claimed.id, share),
  )
  if (performed.outcome.type === 'accepted') {
    await settleAccepted(context, claimed, performed)
    return 'settled'
  }
  const next = settleAttempt(claimed, operation, performed.outcome, clock.now(), context.random())
  const isStored = await storeStep(workspace, claimed, next)
  if (performed.outcome.type === 'unauthorized') return 'unauthorized'
  if (performed.outcome.type === 'refused' && claimed.kind !== 'ticket') await lookAgain(context, claimed)
  return isStored ? 'settled' : 'lost'
}

/**
 * The environment's 2xx counts whatever has become of the claim: its row goes into the mirror, then the operation goes
 * (DESIGN section 4). Without a row it stays as sent until the row is read.
 */
async function settleAccepted(
  context: SyncContext,
  operation: Operation,
  performed: Performed,
): Promise<void> {
  const { workspace, clock } = context
  const { mirror, outbox } = workspace
  const { message, chat } = performed
  // One instant for all that is compared with when a read began: one between two of them would be too old for the mirror
  // and new enough to let the operation go, and the screen would show the chat as it was.
  const answeredAt = clock.now()
  if (message && context.capabilities().idempotency) {
    await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], async () => {
      // The answer overtakes what the change log still brings of the chat: a guest's word before it, for example.
      await applyFollowing(mirror, [message], answeredAt, false)
      // What came before it is not known to be here until the chat is read again.
      if (!isFollowed(context)) await patchThread(mirror, operation.lane, { asOf: 0 })
      await bindMessage(mirror, message.id, operation.id)
    })
  } else if (message) {
    await bindOperation(workspace, operation.id, message)
  }
  if (chat) {
    await writeMirror(workspace, [mirror.chats], () =>
      putChats(mirror, [chat], { readAt: answeredAt, snapshot: '' }),
    )
  }
  if (operation.kind === 'ticket') {
    await writeMirror(workspace, [], () => storeSavedTicket(mirror, operation, answeredAt))
  }
  // I4: where nothing carries a rev, every write is followed by a read that began after it.
  const isReadAgain = !isFollowed(context) && operation.kind !== 'ticket'
  if (isReadAgain) {
    await writeMirror(workspace, [mirror.chats], () => touchChat(mirror, operation.lane, answeredAt))
  }
  const next = settleAttempt(operation, operation, performed.outcome, answeredAt, 0)
  await writeOutbox(workspace, [outbox.operations, outbox.files], async () => {
    if (next === null) await removeOperation(outbox, operation.id)
    else if (await outbox.operations.get(operation.id)) await outbox.operations.put(next)
  })
  if (isReadAgain) await lookAgain(context, operation)
}

/**
 * Reads the chat again so that the screen shows why it was refused, or what it became. Where that fails the change log brings it
 * all the same; without one it is asked for until it has come (O3).
 */
async function lookAgain(context: SyncContext, { lane: chatId }: Operation): Promise<void> {
  const { workspace, clock } = context
  if (isFollowed(context)) {
    await refreshChat(context, chatId).catch(() => null)
    return
  }
  try {
    if (await refreshChat(context, chatId)) await refreshThread(context, chatId)
  } catch {
    const { mirror } = workspace
    await writeMirror(workspace, [mirror.fetchRequests], () =>
      putFetchRequest(mirror, { kind: 'thread', chatId }, clock.now()),
    )
  }
}

/** Whether the change log will bring the row under its key by itself. */
function isFollowed(context: SyncContext): boolean {
  const { sync, idempotency } = context.capabilities()
  return sync && idempotency
}
