import { sql } from 'kysely'
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

/** Several at once, by their ids; in one order, so that those who lock the same ones don't wait for each other. */
export async function lockChats(tx: Tx, chatIds: readonly string[]): Promise<Map<string, ChatRow>> {
  if (chatIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('chats')
    .selectAll()
    .where('id', '=', sql<string>`any(${chatIds}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
