import { showsAnswer } from '#src/domain/clock-order.ts'
import { isMessageKind, type Operation } from '#src/domain/outbox/operation.ts'
import { readLane, readOperations } from '#src/db/outbox/operations.ts'
import type { SyncContext } from '../context.ts'
import { removeDone } from './remove-done.ts'

/**
 * A takeover that was accepted without a row is drawn over the mirror until the chat was read by a GET that began
 * after the answer (I4); then the mirror shows it itself. `chatIds`: what that GET gave; `readAt`: when it began, ms.
 */
export async function bindTakeovers(
  { workspace }: SyncContext,
  chatIds: ReadonlySet<string>,
  readAt: number,
): Promise<void> {
  const found = await readOperations(workspace.outbox)
  const done = found.filter(
    (operation) =>
      chatIds.has(operation.lane) && isAcceptedTakeover(operation) && showsAnswer(readAt, operation.sentAt),
  )
  await removeDone(workspace, done)
}

/** The chats in which something that was accepted waits for a read that shows it: a takeover's chat, a message's row. */
export async function readAwaitedChats({ workspace }: SyncContext): Promise<Set<string>> {
  const operations = await readOperations(workspace.outbox)
  return new Set(operations.filter(({ state }) => state === 'sent').map(({ lane }) => lane))
}

/** The chat is gone, and no read will show what was accepted in it: it has had its effect, and nothing is drawn any more. */
export async function dropAccepted({ workspace }: SyncContext, chatId: string): Promise<void> {
  const operations = await readLane(workspace.outbox, chatId)
  await removeDone(
    workspace,
    operations.filter(({ state }) => state === 'sent'),
  )
}

function isAcceptedTakeover(operation: Operation): operation is Operation & { state: 'sent' } {
  return operation.state === 'sent' && !isMessageKind(operation.kind)
}
