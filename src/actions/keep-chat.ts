import { putKeptAt } from '#src/db/outbox/kept-chats.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'
import { FORGOTTEN_MS } from '#src/domain/chats/reminder.ts'

/**
 * The user keeps a chat in which nothing is written: it is asked about again after another 30 minutes. `now`: the
 * environment's clock, ms.
 */
export function keepChat(workspace: Workspace, chatId: string, now: number): Promise<void> {
  const { outbox } = workspace
  const keptAt = new Date(now).toISOString()
  const expired = new Date(now - FORGOTTEN_MS).toISOString()
  return writeOutbox(workspace, [], () => putKeptAt(outbox, chatId, keptAt, expired))
}
