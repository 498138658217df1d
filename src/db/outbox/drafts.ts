import type { DraftRow, OutboxDatabase } from './database.ts'

export async function readDraft(outbox: OutboxDatabase, chatId: string): Promise<DraftRow | undefined> {
  return outbox.drafts.get(chatId)
}

export async function readDrafts(outbox: OutboxDatabase): Promise<DraftRow[]> {
  return outbox.drafts.toArray()
}

/** Stores a draft; an empty one goes. Call it inside a write on drafts. */
export async function putDraft(
  outbox: OutboxDatabase,
  chatId: string,
  text: string,
  now: number,
): Promise<void> {
  if (text === '') await outbox.drafts.delete(chatId)
  else await outbox.drafts.put({ chatId, text, updatedAt: now })
}
