import { removeOperation } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'

/**
 * Stores a state change, unless the operation has changed meanwhile: another holder claimed it, the user edited or
 * discarded it, or it has arrived by another road (O4). `next` null removes it. Returns whether it was stored.
 */
export function storeStep(workspace: Workspace, before: Operation, next: Operation | null): Promise<boolean> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.operations, outbox.files], async () => {
    const stored = await outbox.operations.get(before.id)
    if (!stored || stored.state !== before.state || stored.claim !== before.claim) return false
    if (next === null) await removeOperation(outbox, before.id)
    else await outbox.operations.put(next)
    return true
  })
}
