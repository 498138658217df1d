import { sql } from 'kysely'
import type { Db } from '../store.ts'

/** A guest's message that waits for the bot's answer. */
export interface AskedMessage {
  text: string
  createdAt: Date
  /** Which model answers; null before the first. */
  modelId: string | null
  /** Whether the bot, or a campaign, waits for the answer to something that was asked in this chat. */
  hasPending: boolean
}

/** All that is known of a message before it is thought about; null where it was removed. */
export async function readAskedMessage(db: Db, messageId: string): Promise<AskedMessage | null> {
  const [message = null] = await readAskedMessages(db, [messageId])
  return message
}

/** Several in one statement, in the order of their ids. */
export async function readAskedMessages(
  db: Db,
  messageIds: readonly string[],
): Promise<(AskedMessage | null)[]> {
  const { rows } = await sql<AskedMessage & { id: string }>`
    select id, text, created_at, (select id from bot_models where state = 'published') as model_id,
      exists (select from pending_dialogs where pending_dialogs.chat_id = messages.chat_id)
        or exists (select from pending_campaigns where pending_campaigns.chat_id = messages.chat_id) as has_pending
    from messages where id = any(${messageIds}::text[])`.execute(db)
  const messages = new Map(rows.map(({ id, ...message }) => [id, message]))
  return messageIds.map((id) => messages.get(id) ?? null)
}
