import { failNotFound } from '../../errors.ts'
import type { Db } from '../store.ts'
import type { MessageRow } from './chat-tables.ts'

/** A page of a guest's chat. With neither `after` nor `before` the newest; both are ids of messages. */
export interface GuestPage {
  after: string | null
  before: string | null
  limit: number
}

/**
 * What a guest is shown of their chat, at most `limit` messages in order: the next after one, the last before one, or the
 * newest (CONTRACT section 8). One that is no longer known says nothing about what the guest has: after it the newest are
 * given, before it nothing can be, which is a 404.
 */
export async function readGuestMessages(
  db: Db,
  chatId: string,
  { after, before, limit }: GuestPage,
): Promise<MessageRow[]> {
  const start = after === null ? null : await findTime(db, chatId, after)
  const end = before === null ? null : await findTime(db, chatId, before)
  if (before !== null && end === null) throw failNotFound('This message')
  const shown = db
    .selectFrom('messages')
    .selectAll()
    .where('chatId', '=', chatId)
    .where('staffOnly', '=', false)
    .limit(limit)
  if (start !== null) return shown.where('createdAt', '>', start).orderBy('createdAt').execute()
  const rows = await shown
    .$if(end !== null, (query) => (end === null ? query : query.where('createdAt', '<', end)))
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.reverse()
}

async function findTime(db: Db, chatId: string, id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('messages')
    .select('createdAt')
    .where('id', '=', id)
    .where('chatId', '=', chatId)
    .executeTakeFirst()
  return row?.createdAt ?? null
}
