import { sql } from 'kysely'
import { createId } from '../ids.ts'
import type { ChannelName } from '../store/channels/channel-tables.ts'
import type { Change, ChangeEffect } from '../store/log/change.ts'
import type { Tx } from '../store/store.ts'

/**
 * Writes what leaves the house with the change that causes it (E4): a delivery for each message of staff and bot in a chat
 * of a channel that has a sender, where the guest's address is known. In their order, so that they go out in it.
 */
export function createCauseDeliveries(senders: Record<ChannelName, boolean>): ChangeEffect {
  const channels = Object.entries(senders).flatMap(([channel, hasSender]) => (hasSender ? [channel] : []))
  return async (tx, changes) => {
    if (channels.length === 0) return
    const leaving = changes.flatMap(findLeaving)
    if (leaving.length > 0) await insertDeliveries(tx, channels, leaving)
  }
}

interface Leaving {
  chatId: string
  messageId: string
  isBulk: boolean
}

function findLeaving({ chatId, message }: Change): Leaving[] {
  if (!message || message.sentByGuest || message.type === 'event' || message.isStaffOnly === true) return []
  // The delivery names the message, and is written before it.
  message.id ??= createId()
  return [{ chatId, messageId: message.id, isBulk: message.isBulk === true }]
}

async function insertDeliveries(tx: Tx, channels: string[], leaving: Leaving[]): Promise<void> {
  const chatIds = leaving.map(({ chatId }) => chatId)
  const messageIds = leaving.map(({ messageId }) => messageId)
  const bulk = leaving.map(({ isBulk }) => isBulk)
  await sql`with leaving as (
      select * from unnest(${messageIds}::text[], ${chatIds}::text[], ${bulk}::boolean[])
        with ordinality as l (message_id, chat_id, is_bulk, number)
    ), written as (
      insert into message_deliveries (message_id, chat_id, channel, address, is_bulk)
      select leaving.message_id, chats.id, contact.channel, contact.address, leaving.is_bulk
      from leaving
      join chats on chats.id = leaving.chat_id and chats.source = any(${channels}::text[])
      join lateral (
        select channel, address from guest_contacts
        where channel = chats.source and (chat_id = chats.id or guest_id = chats.guest_id)
        order by (chat_id = chats.id) desc nulls last limit 1
      ) contact on true
      order by leaving.number
      returning chat_id
    )
    select pg_notify('bellhop_channels', '') from (select from written limit 1) any_written`.execute(tx)
}
