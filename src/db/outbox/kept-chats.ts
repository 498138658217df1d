import type { OutboxDatabase } from './database.ts'

const PREFIX = 'kept:'

/** When its person last said 'keep it' of a chat, an ISO instant of the environment's clock; null where never. */
export async function readKeptAt(outbox: OutboxDatabase, chatId: string): Promise<string | null> {
  const row = await outbox.meta.get(PREFIX + chatId)
  return typeof row?.value === 'string' ? row.value : null
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
