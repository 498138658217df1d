import { sql } from 'kysely'
import { createId } from '../ids.ts'
import type { MessageDeliveryRow } from '../store/channels/channel-tables.ts'
import type { ChatRow, MessageRow } from '../store/chats/chat-tables.ts'
import type { Db, Store } from '../store/store.ts'

/** A message that this process sends, and nobody else ever again: a claim that runs out is a doubt. */
export interface ClaimedMessage {
  claim: string
  delivery: MessageDeliveryRow
  /** Null where it was removed meanwhile. */
  message: MessageRow | null
  lastUserMessageDate: ChatRow['lastUserMessageDate']
  /** It is a campaign's, and its guest has asked for none. */
  isUnwanted: boolean
}

/** Longer than any send can take, by the database's clock at that very moment: see `push/claim-delivery.ts`. */
const CLAIM_SECONDS = 120

/**
 * Claims the message that has been due the longest at `now`; null where there is none. Of each chat only the first that waits:
 * a later one waits with it, so that a guest reads everything in its order. What people write goes before a campaign's many.
 */
export async function claimMessage(store: Store, now: Date): Promise<ClaimedMessage | null> {
  const claim = createId()
  const { rows } = await sql<MessageDeliveryRow>`update message_deliveries set claim = ${claim},
      claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}::float8)
    where message_id = (
      select due.message_id from message_deliveries due
      where due.status = 'waiting' and due.claim is null and due.next_at <= ${now}
        and not exists (
          select from message_deliveries earlier
          where earlier.chat_id = due.chat_id and earlier.status = 'waiting' and earlier.place < due.place
        )
      order by due.is_bulk, due.next_at, due.place limit 1 for update skip locked
    )
    returning *`.execute(store.db)
  const delivery = rows[0]
  return delivery ? { claim, delivery, ...(await readContext(store.db, delivery)) } : null
}

async function readContext(
  db: Db,
  { messageId, chatId, channel, address }: MessageDeliveryRow,
): Promise<Omit<ClaimedMessage, 'claim' | 'delivery'>> {
  const message = await db.selectFrom('messages').selectAll().where('id', '=', messageId).executeTakeFirst()
  const { rows } = await sql<Omit<ClaimedMessage, 'claim' | 'delivery' | 'message'>>`
    select (select last_user_message_date from chats where id = ${chatId}) as last_user_message_date,
      exists (select from campaign_recipients where message_id = ${messageId}) and exists (
        select from guest_contacts
        where channel = ${channel} and address = ${address} and stopped_at is not null
      ) as is_unwanted`.execute(db)
  const context = rows[0] ?? { lastUserMessageDate: null, isUnwanted: false }
  return { message: message ?? null, ...context }
}
