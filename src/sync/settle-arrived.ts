import type { Message } from '#src/contract/chats.ts'
import { readOperation } from '#src/db/mirror/messages.ts'
import { readOperations } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import { writeOutbox } from '#src/db/write.ts'

/**
 * Removes the operations whose messages the mirror shows by `clientId` (DESIGN section 4, 'any in doubt'). Called after
 * the mirror's commit: in between a view finds both and merges them (O6).
 */
export async function settleArrived(workspace: Workspace, messages: readonly Message[]): Promise<void> {
  await removeArrived(
    workspace,
    messages.flatMap((message) => readOperation(message) ?? []),
  )
}

/**
 * Removes the operations that the mirror shows as messages already: a tab that died between the two commits has left them, and
 * no page brings those messages again. Gives those that are left.
 */
export async function settleMirrored(workspace: Workspace): Promise<Operation[]> {
  const { outbox, mirror } = workspace
  const operations = await readOperations(outbox)
  const sent = operations.filter(({ firstSentAt }) => firstSentAt !== null)
  if (sent.length === 0) return operations
  const ids = sent.map(({ id }) => id)
  const rows = await mirror.messages.where('operationId').anyOf(ids).toArray()
  const arrived = new Set(rows.map(({ operationId }) => operationId))
  await removeArrived(workspace, [...arrived])
  return operations.filter(({ id }) => !arrived.has(id))
}

async function removeArrived(workspace: Workspace, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { outbox } = workspace
  const known = (await outbox.operations.bulkGet([...ids])).flatMap((operation) =>
    operation ? [operation.id] : [],
  )
  if (known.length === 0) return
  await writeOutbox(workspace, [outbox.operations, outbox.files], async () => {
    await outbox.operations.bulkDelete(known)
    await outbox.files.bulkDelete(known)
  })
}
