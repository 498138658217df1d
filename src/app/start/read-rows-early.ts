import type { readChatList } from '#src/db/chat-list.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { readChatFilter, readChatType } from '#src/domain/chats/filters.ts'
import { readListEarly } from '#src/features/messenger/list/use-chat-list.ts'
import { logger } from '#src/lib/logger.ts'
import { hasList } from '../after-rows.ts'

/**
 * Reads what the chat list begins with where the address shows it: at a start, drawing the screen and the list's own reading
 * would wait for each other. `readAnswered`: where it is not stored yet. The id of its first chat; null where there is none, or it
 * could not be read.
 */
export async function readRowsEarly(
  workspace: Workspace,
  readAnswered?: typeof readChatList,
): Promise<string | null> {
  if (!hasList()) return null
  const address = new URLSearchParams(window.location.search)
  const filter = readChatFilter(address.get('chatFilter'))
  const type = readChatType(address.get('chatType'))
  const list = { filter, type, search: '', isShowingAll: false }
  return readListEarly(workspace, list, Date.now(), readAnswered).catch((error: unknown) => {
    logger.warn('the list can’t be read', { error: String(error) })
    return null
  })
}
