import type { OutboxDatabase } from './database.ts'

/** Until when these chats were read; '' where never. */
export async function readSeen(
  outbox: OutboxDatabase,
  chatIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await outbox.seen.bulkGet([...chatIds])
  return new Map(chatIds.map((chatId, index) => [chatId, rows[index]?.seenAt ?? '']))
}
