import type { MessageDelivery } from '#src/contract/chats.ts'
import type { MessageRow } from '../chats/chat-tables.ts'
import type { Change } from '../log/change.ts'
import type { Db } from '../store.ts'
import type { MessageDeliveryRow } from './channel-tables.ts'

/** What of a delivery is shown; null where a message has none. */
export type ShownDelivery = Pick<MessageDeliveryRow, 'status' | 'reason' | 'updatedAt'>

/** A message with what became of it on its way. */
export type DeliveredRow = MessageRow & { delivery?: ShownDelivery | null }

/** Adds to messages what became of them: one question for all of them, and none where guests wrote them all. */
export async function withDeliveries(db: Db, rows: MessageRow[]): Promise<DeliveredRow[]> {
  const ids = rows.filter(({ sentByGuest }) => !sentByGuest).map(({ id }) => id)
  if (ids.length === 0) return rows
  const deliveries = await db
    .selectFrom('messageDeliveries')
    .select(['messageId', 'status', 'reason', 'updatedAt'])
    .where('messageId', 'in', ids)
    .execute()
  if (deliveries.length === 0) return rows
  const byMessage = new Map(deliveries.map(({ messageId, ...shown }) => [messageId, shown]))
  return rows.map((row) => ({ ...row, delivery: byMessage.get(row.id) ?? null }))
}

/** As consoles are told; undefined before anything became of it. What is in doubt may have failed, and its reason says so. */
export function presentDelivery(delivery: ShownDelivery | null | undefined): MessageDelivery | undefined {
  if (!delivery || delivery.status === 'waiting') return undefined
  const { status, reason, updatedAt } = delivery
  const at = updatedAt.toISOString()
  if (status === 'sent' || status === 'delivered') return { status, at }
  return { status: 'failed', at, ...(reason === null ? {} : { reason }) }
}

/** Something became of a message: consoles are to read it again. */
export function describeSettled(chatId: string, messageId: string): Change {
  return { type: 'chat_changed', chatId, changedMessageId: messageId }
}
