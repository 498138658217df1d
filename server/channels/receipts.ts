import { sql } from 'kysely'
import type { ServerContext } from '../context.ts'
import type { ChannelName, MessageDeliveryRow } from '../store/channels/channel-tables.ts'
import { lockAddress } from '../store/channels/contacts.ts'
import { describeSettled } from '../store/channels/deliveries.ts'
import { nameReceipt, takeEvent, type ReceiptStatus } from '../store/channels/provider-events.ts'
import { lockChat } from '../store/chats/lock-chat.ts'
import type { Tx } from '../store/store.ts'

/** What a provider says became of a message. */
export interface Receipt {
  channel: ChannelName
  /** What the provider calls the message. */
  providerId: string
  /** Our id of it, where the provider gives that back; null where it does not. */
  messageId: string | null
  /** Whom it went to, where the provider says so. */
  address: string | null
  status: ReceiptStatus
  /** Why it failed, in words for staff. */
  reason: string | null
}

type Status = MessageDeliveryRow['status']

/**
 * What a message becomes by a receipt; null: it stays what it is. Receipts come late, twice and in any order: what was
 * delivered stays so, and what is known to have failed was not sent after all.
 */
export function advance(status: Status, told: ReceiptStatus): ReceiptStatus | null {
  switch (told) {
    case 'delivered':
      return status === 'delivered' ? null : 'delivered'
    case 'failed':
      return status === 'delivered' || status === 'failed' ? null : 'failed'
    case 'sent':
      return status === 'waiting' || status === 'doubt' ? 'sent' : null
  }
}

/**
 * Takes a receipt, once. It may come before the answer of the call that it is about: then it is known by our own id, or
 * is found where that answer is written down. One that is about none of our messages is forgotten.
 */
export async function takeReceipt(
  { store, commitChanges }: Pick<ServerContext, 'store' | 'commitChanges'>,
  receipt: Receipt,
): Promise<void> {
  const { channel, providerId, address, status: told, reason } = receipt
  await store.transact(async (tx) => {
    if (!(await takeEvent(tx, channel, nameReceipt(providerId, told)))) return
    if (address !== null) await lockAddress(tx, channel, address)
    const known = await findDelivery(tx, receipt)
    if (!known) return
    await lockChat(tx, known.chatId)
    const { messageId, chatId } = known
    const now = await tx
      .selectFrom('messageDeliveries')
      .select('status')
      .where('messageId', '=', messageId)
      .forUpdate()
      .executeTakeFirst()
    const status = now ? advance(now.status, told) : null
    if (status === null) return
    await tx
      .updateTable('messageDeliveries')
      .set({
        status,
        providerId,
        reason: status === 'failed' ? reason : null,
        claim: null,
        claimedUntil: null,
        updatedAt: sql<Date>`clock_timestamp()`,
      })
      .where('messageId', '=', messageId)
      .execute()
    await commitChanges(tx, [describeSettled(chatId, messageId)])
  })
}

function findDelivery(tx: Tx, { channel, providerId, messageId }: Receipt) {
  return tx
    .selectFrom('messageDeliveries')
    .select(['messageId', 'chatId'])
    .where('channel', '=', channel)
    .where((eb) => (messageId === null ? eb('providerId', '=', providerId) : eb('messageId', '=', messageId)))
    .executeTakeFirst()
}
