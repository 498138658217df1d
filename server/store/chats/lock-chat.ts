import type { Tx } from '../store.ts'
import type { ChatRow } from './chat-tables.ts'

/**
 * Locks a chat's row for the rest of the transaction and reads it; null where there is none. Whoever changes a chat does
 * this first: after the log's lock no row lock may be waited for, or two writers could wait for each other.
 */
export async function lockChat(tx: Tx, chatId: string): Promise<ChatRow | null> {
  const row = await tx.selectFrom('chats').selectAll().where('id', '=', chatId).forUpdate().executeTakeFirst()
  return row ?? null
}
