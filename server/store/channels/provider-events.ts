import { DAY_SECONDS, type AgedRows } from '../aged-rows.ts'
import type { Db, Tx } from '../store.ts'
import type { ChannelName } from './channel-tables.ts'

/** For so long a provider can't tell the same thing twice. */
const EVENTS_KEPT_DAYS = 365
export const AGED_PROVIDER_EVENTS: AgedRows = {
  table: 'providerEvents',
  column: 'receivedAt',
  seconds: EVENTS_KEPT_DAYS * DAY_SECONDS,
}

export type ReceiptStatus = 'sent' | 'delivered' | 'failed'

/** How it is known that a provider has said this of a message, which it calls `providerId`. */
export function nameReceipt(providerId: string, status: ReceiptStatus): string {
  return `receipt ${providerId} ${status}`
}

/** Takes what a provider told us, in the transaction of its effect; false where that was done before. */
export async function takeEvent(tx: Tx, channel: ChannelName, eventId: string): Promise<boolean> {
  const taken = await tx
    .insertInto('providerEvents')
    .values({ channel, eventId })
    .onConflict((on) => on.columns(['channel', 'eventId']).doNothing())
    .returning('eventId')
    .executeTakeFirst()
  return taken !== undefined
}

/** Whether a provider has told us this. */
export async function hasEvent(db: Db, channel: ChannelName, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('providerEvents')
    .select('eventId')
    .where('channel', '=', channel)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return row !== undefined
}
