import { showsAnswer } from '#src/domain/clock-order.ts'
import { isMessageKind } from '#src/domain/outbox/operation.ts'
import { readOperations, removeOperation } from '#src/db/outbox/operations.ts'
import { writeOutbox } from '#src/db/write.ts'
import type { SyncContext } from '../context.ts'

/**
 * A takeover that was accepted without a row is drawn over the mirror until the chat was read by a GET that began
 * after the answer (I4); then the mirror shows it itself. `chatIds`: what that GET gave; `readAt`: when it began, ms.
 */
export async function bindTakeovers(
  { workspace }: SyncContext,
  chatIds: ReadonlySet<string>,
  readAt: number,
): Promise<void> {
  const { outbox } = workspace
  const done = (await readOperations(outbox)).filter(
    (operation) =>
      chatIds.has(operation.lane) &&
      operation.state === 'sent' &&
      !isMessageKind(operation.kind) &&
      showsAnswer(readAt, operation.sentAt),
  )
  if (done.length === 0) return
  await writeOutbox(workspace, [outbox.operations, outbox.files], async () => {
    for (const operation of done) await removeOperation(outbox, operation.id)
  })
}
