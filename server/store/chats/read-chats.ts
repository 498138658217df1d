import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { failNotFound } from '../../errors.ts'
import type { Db } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { ChatRow, MessageRow } from './chat-tables.ts'

/** The default list (specification section 9, CONTRACT section 5): how far back, and how many at least. */
const RECENT_DAYS = 7
const RECENT_AT_LEAST = 10

export interface ChatListQuery {
  isRecentOnly: boolean
  /** Null: all (s). */
  limit: number | null
  /** The chat that the last page ended with. */
  before: string | null
}

/**
 * Updated in the last 7 days, or paused, or needing help, or among the last 10. Each part reads by its own index, so that
 * it costs what it gives and not what there is.
 */
export function whereRecent(eb: ExpressionBuilder<Tables, 'chats'>): Expression<SqlBool> {
  const recent = sql<string>`(
    select c.id from chats c where c.updated_at > now() - make_interval(days => ${RECENT_DAYS}::int)
    union select c.id from chats c where c.paused_at is not null
    union select c.id from chats c where c.needs_help
    union (select c.id from chats c order by c.updated_at desc, c.id desc limit ${RECENT_AT_LEAST})
  )`
  return eb('id', 'in', recent)
}

/** Chats, newest updated first. Throws 404 where `before` names no chat. */
export async function readChats(db: Db, { isRecentOnly, limit, before }: ChatListQuery): Promise<ChatRow[]> {
  const mark = before === null ? null : await readChat(db, before)
  return db
    .selectFrom('chats')
    .selectAll()
    .$if(isRecentOnly, (query) => query.where(whereRecent))
    .$if(mark !== null, (query) =>
      mark === null
        ? query
        : query.where(sql<boolean>`(updated_at, id) < (${mark.updatedAt}::timestamptz, ${mark.id})`),
    )
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute()
}

/** Throws 404. */
export async function readChat(db: Db, chatId: string): Promise<ChatRow> {
  const row = await db.selectFrom('chats').selectAll().where('id', '=', chatId).executeTakeFirst()
  if (!row) throw failNotFound('This chat')
  return row
}

/** Throws 404. */
export async function readMessage(db: Db, messageId: string): Promise<MessageRow> {
  const row = await db.selectFrom('messages').selectAll().where('id', '=', messageId).executeTakeFirst()
  if (!row) throw failNotFound('This message')
  return row
}

/** A chat's messages in order: all of them, or the newest `limit` before a message. Throws 404. */
export async function readMessages(
  db: Db,
  chatId: string,
  { limit, before }: { limit: number | null; before: string | null },
): Promise<MessageRow[]> {
  const mark = before === null ? null : await readMessage(db, before)
  if (mark !== null && mark.chatId !== chatId) throw failNotFound('This message')
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('chatId', '=', chatId)
    .$if(mark !== null, (query) => (mark === null ? query : query.where('createdAt', '<', mark.createdAt)))
    .orderBy('createdAt', 'desc')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute()
  return rows.reverse()
}
