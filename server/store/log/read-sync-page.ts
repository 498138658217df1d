import { sql } from 'kysely'
import type { Chat, Message } from '#src/contract/chats.ts'
import { RESET_MESSAGES_PER_CHAT } from '#src/contract/limits.ts'
import { withDeliveries } from '../channels/deliveries.ts'
import type { ChatRow, MessageRow } from '../chats/chat-tables.ts'
import { presentChat, presentMessage } from '../chats/present.ts'
import { whereRecent } from '../chats/read-chats.ts'
import type { Db } from '../store.ts'
import { readCursor, readLogState, writeCursor, type LogCursor, type LogState } from './log-cursor.ts'

/** One page of `GET /api/sync` as it goes out. */
export interface SyncAnswer {
  cursor: string
  more: boolean
  reset: boolean
  chats: Chat[]
  messages: Message[]
  removed: { chats: string[]; messages: string[] }
}

/** What a cursor asks for: the changes since it, or a page of the default list. */
export type SyncRequest =
  | { kind: 'changes'; cursor: LogCursor; state: LogState }
  | {
      kind: 'snapshot'
      /** Where the log is read on after the last page. */
      start: LogCursor
      /** The last chat that was given; null at the beginning. */
      after: string | null
      /** The log's newest entry now. */
      newest: number
    }

/** A reset where the log can't be read on from the cursor (CONTRACT section 2, E3). */
export async function readSyncRequest(db: Db, cursorText: string | null): Promise<SyncRequest> {
  const state = await readLogState(db)
  const { epoch, newest } = state
  const cursor = cursorText === null ? null : readCursor(cursorText)
  if (!cursor || !canReadOn(cursor, state))
    return { kind: 'snapshot', start: { epoch, seq: newest }, after: null, newest }
  const { seq, resetAfter } = cursor
  if (resetAfter === undefined) return { kind: 'changes', cursor, state }
  return { kind: 'snapshot', start: { epoch, seq }, after: resetAfter, newest }
}

/**
 * What changed since a cursor, in commit order, or the default list. `limit` counts log entries, in a reset rows; a chat of a
 * reset comes whole.
 */
export function readSyncPage(db: Db, request: SyncRequest, limit: number): Promise<SyncAnswer> {
  if (request.kind === 'changes') return readChanges(db, request.cursor, request.state, limit)
  return readSnapshot(db, request.start, request.after, limit)
}

function canReadOn({ epoch, seq }: LogCursor, { epoch: current, newest, floor }: LogState): boolean {
  return epoch === current && seq <= newest && seq >= floor
}

async function readChanges(
  db: Db,
  cursor: LogCursor,
  { newest }: LogState,
  limit: number,
): Promise<SyncAnswer> {
  const entries = await db
    .selectFrom('changes')
    .select(['seq', 'chatId', 'messageId'])
    .where('seq', '>', cursor.seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const chatIds = [...new Set(entries.map((entry) => entry.chatId))]
  const messageIds = [...new Set(entries.flatMap((entry) => entry.messageId ?? []))]
  const chats = await readByIds(db, 'chats', chatIds)
  const messages = await readByIds(db, 'messages', messageIds)
  const seq = entries.at(-1)?.seq ?? cursor.seq
  return {
    cursor: writeCursor({ epoch: cursor.epoch, seq }),
    more: entries.length === limit && seq < newest,
    reset: false,
    chats: chatIds.flatMap((id) => chats.get(id) ?? []).map(presentChat),
    messages: await presentMessages(
      db,
      messageIds.flatMap((id) => messages.get(id) ?? []),
    ),
    removed: {
      chats: chatIds.filter((id) => !chats.has(id)),
      messages: messageIds.filter((id) => !messages.has(id)),
    },
  }
}

async function presentMessages(db: Db, rows: MessageRow[]): Promise<Message[]> {
  return (await withDeliveries(db, rows)).map(presentMessage)
}

async function readByIds<T extends 'chats' | 'messages'>(db: Db, table: T, ids: string[]) {
  type Row = T extends 'chats' ? ChatRow : MessageRow
  if (ids.length === 0) return new Map<string, Row>()
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where id = any(${ids}::text[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * A page of the default list, ordered by id so that chats which move during the reading are neither lost nor doubled:
 * what changes meanwhile lies behind the cursor that the last page gives.
 */
async function readSnapshot(
  db: Db,
  start: LogCursor,
  after: string | null,
  limit: number,
): Promise<SyncAnswer> {
  const rows = await db
    .selectFrom('chats')
    .selectAll()
    .where(whereRecent)
    .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = takeWhole(rows, limit)
  const messages = await readNewest(
    db,
    page.map((row) => row.id),
  )
  const last = page.at(-1)
  const more = page.length < rows.length && last !== undefined
  return {
    cursor: writeCursor({ epoch: start.epoch, seq: start.seq, ...(more ? { resetAfter: last.id } : {}) }),
    more,
    reset: true,
    chats: page.map((row) => ({
      ...presentChat(row),
      complete: (messages.get(row.id)?.length ?? 0) <= RESET_MESSAGES_PER_CHAT,
    })),
    messages: await presentMessages(
      db,
      page.flatMap((row) => (messages.get(row.id) ?? []).slice(-RESET_MESSAGES_PER_CHAT)),
    ),
    removed: { chats: [], messages: [] },
  }
}

/** As many chats as bring at most `limit` rows with their messages, but one at least. */
function takeWhole(rows: ChatRow[], limit: number): ChatRow[] {
  let weight = 0
  return rows.filter((row, index) => {
    weight += 1 + Math.min(row.messagesCount, RESET_MESSAGES_PER_CHAT)
    return index === 0 || weight <= limit
  })
}

/** One message more than is given tells whether the chat has more. */
async function readNewest(db: Db, chatIds: string[]): Promise<Map<string, MessageRow[]>> {
  const byChat = new Map<string, MessageRow[]>()
  if (chatIds.length === 0) return byChat
  const { rows } = await sql<MessageRow>`
    select m.* from unnest(${chatIds}::text[]) as page (chat_id)
    cross join lateral (
      select * from messages where messages.chat_id = page.chat_id
      order by created_at desc limit ${RESET_MESSAGES_PER_CHAT + 1}
    ) m order by m.created_at`.execute(db)
  for (const row of rows) {
    const list = byChat.get(row.chatId)
    if (list) list.push(row)
    else byChat.set(row.chatId, [row])
  }
  return byChat
}
