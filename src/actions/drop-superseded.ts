import { readChat } from '#src/db/mirror/chats.ts'
import { readLane, removeOperation } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'
import { isSuperseded } from '#src/domain/outbox/superseded.ts'

/**
 * Lets go of a chat's refused returns and passes where the chat is no longer the user's: they wanted it to be with
 * somebody else, and it is. Whatever else waits in its lane stays.
 */
export async function dropSuperseded(workspace: Workspace, chatId: string): Promise<void> {
  const { outbox, mirror, user } = workspace
  const holder = (await readChat(mirror, chatId))?.chat.user ?? null
  await writeOutbox(workspace, [outbox.operations, outbox.files], async () => {
    for (const operation of await readLane(outbox, chatId)) {
      if (isSuperseded(operation, holder, user)) await removeOperation(outbox, operation.id)
    }
  })
}
