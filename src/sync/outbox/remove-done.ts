import { removeOperation } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'

/** Lets operations go that have had their effect, in one transaction. */
export async function removeDone(workspace: Workspace, done: readonly Operation[]): Promise<void> {
  if (done.length === 0) return
  const { outbox } = workspace
  await writeOutbox(workspace, [outbox.operations, outbox.files], async () => {
    for (const operation of done) await removeOperation(outbox, operation.id)
  })
}
