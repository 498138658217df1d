import { sql } from 'kysely'
import type { DeliveredRow, ShownDelivery } from '../channels/deliveries.ts'
import type { ChatRow, MessageRow } from '../chats/chat-tables.ts'
import type { Db } from '../store.ts'
import type { ChangeType } from './log-tables.ts'

/** An entry of the log with its rows as they are now; null where one was removed since, or is none of the entry. */
export interface LogEntry {
  seq: number
  type: ChangeType
  chatId: string
  messageId: string | null
  chat: ChatRow | null
  message: DeliveredRow | null
}

/** At most `limit` entries after a place, in commit order, and the log's epoch: one statement, so that they belong together. */
export async function readLogOn(
  db: Db,
  seq: number,
  limit: number,
): Promise<{ epoch: string; entries: LogEntry[] }> {
  const { rows } = await sql<JoinedRow>`
    select state.value as epoch, entry.seq as entry_seq, entry.type as entry_type, entry.chat_id as entry_chat_id,
      entry.message_id as entry_message_id, chat.*,
      message.id as message_row_id, message.text, message.sent_by_guest, message.type as message_type,
      message.created_at as message_created_at, message.attachments, message.user_id, message.user_name,
      message.client_id, message.staff_only, delivery.status as delivery_status,
      delivery.reason as delivery_reason, delivery.updated_at as delivery_updated_at
    from meta state
    left join lateral (select * from changes where seq > ${seq} order by seq limit ${limit}) entry on true
    left join chats chat on chat.id = entry.chat_id
    left join messages message on message.id = entry.message_id
    left join message_deliveries delivery on delivery.message_id = entry.message_id
    where state.key = 'log_epoch'
    order by entry.seq`.execute(db)
  return {
    epoch: rows[0]?.epoch ?? '',
    entries: rows.flatMap((row) => (row.entrySeq === null ? [] : [describeEntry(row, row.entrySeq)])),
  }
}

/** Where the left side of a join found nothing, its columns are null; what is asked for that is the id. */
interface JoinedRow extends Omit<ChatRow, 'id'> {
  epoch: string
  entrySeq: number | null
  entryType: ChangeType
  entryChatId: string
  entryMessageId: string | null
  id: string | null
  messageRowId: string | null
  text: string
  sentByGuest: boolean
  messageType: string
  messageCreatedAt: Date
  attachments: MessageRow['attachments']
  userId: string | null
  userName: string | null
  clientId: string | null
  staffOnly: boolean
  deliveryStatus: ShownDelivery['status'] | null
  deliveryReason: string | null
  deliveryUpdatedAt: Date
}

function describeEntry(row: JoinedRow, seq: number): LogEntry {
  const { entryType: type, entryChatId: chatId, entryMessageId: messageId } = row
  return { seq, type, chatId, messageId, chat: readChat(row), message: readMessage(row) }
}

function readChat(row: JoinedRow): ChatRow | null {
  const { id } = row
  return id === null ? null : { ...row, id }
}

function readMessage(row: JoinedRow): DeliveredRow | null {
  const { messageRowId: id, entryChatId: chatId, messageType: type, messageCreatedAt: createdAt } = row
  if (id === null) return null
  const { text, sentByGuest, attachments, userId, userName, clientId, staffOnly } = row
  const written = { text, sentByGuest, type, createdAt, attachments, userId, userName, clientId, staffOnly }
  return { id, chatId, ...written, delivery: readDelivery(row) }
}

function readDelivery(row: JoinedRow): ShownDelivery | null {
  const { deliveryStatus: status, deliveryReason: reason, deliveryUpdatedAt: updatedAt } = row
  return status === null ? null : { status, reason, updatedAt }
}
