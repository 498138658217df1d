import type { OutboxDatabase } from './database.ts'

const PREFIX = 'kept:'

/** When the user last said 'keep it' of a chat, an ISO instant of the environment's clock; null where never. */
export async function readKeptAt(outbox: OutboxDatabase, chatId: string): Promise<string | null> {
  const row = await outbox.meta.get(PREFIX + chatId)
  return typeof row?.value === 'string' ? row.value : null
}

/** The same for several chats; those that were never kept are left out. */
export async function readKeptTimes(
  outbox: OutboxDatabase,
  chatIds: readonly string[],
): Promise<Map<string, string>> {
  if (chatIds.length === 0) return new Map()
  const rows = await outbox.meta.bulkGet(chatIds.map((id) => PREFIX + id))
  return new Map(
    rows.flatMap((row, index): [string, string][] => {
      const chatId = chatIds[index]
      return chatId !== undefined && typeof row?.value === 'string' ? [[chatId, row.value]] : []
    }),
  )
}

/** Notes 'keep it', and forgets those of before `expired`, an ISO instant. Call it inside a write. */
export async function putKeptAt(
  outbox: OutboxDatabase,
  chatId: string,
  keptAt: string,
  expired: string,
): Promise<void> {
  await outbox.meta
    .where('key')
    .startsWith(PREFIX)
    .and(({ value }) => typeof value !== 'string' || value < expired)
    .delete()
  await outbox.meta.put({ key: PREFIX + chatId, value: keptAt })
}
