import { clearRows } from '#src/db/mirror/clearing.ts'
import { readOperations } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { readChatsWithWork, writeMirror } from '#src/db/write.ts'
import { chatIdOf } from '#src/domain/outbox/operation.ts'

/**
 * Throws away what was read from the environment (D1), in one transaction: other tabs, live queries and a pull under way
 * see all of it or nothing. Drafts and the outbox stay. So do the chats with something unsent: whether a message without
 * a key has arrived is told from what was read before it (O6). The engine reads afresh at its next pull.
 */
export async function clearMirror(workspace: Workspace, now: number): Promise<void> {
  const { mirror, outbox } = workspace
  const kept = new Set((await readOperations(outbox)).map(chatIdOf))
  const wanted = [...(await readChatsWithWork(workspace))]
  const tables = mirror.tables.filter(({ name }) => name !== 'meta')
  await writeMirror(workspace, tables, () => clearRows(mirror, { kept, wanted }, now))
}
