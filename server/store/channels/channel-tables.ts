import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { InstantDefaultNow, NullableInstant } from '../column-types.ts'

/** Other houses' ways to a guest. */
export type ChannelName = 'sms' | 'facebook' | 'email'

/** Where a guest is reached on a channel. Two guests may share an address, as families do. */
export interface GuestContactsTable {
  guestId: string
  channel: ChannelName
  /** E.164 for SMS, the page-scoped id of Facebook, the address of an e-mail. */
  address: string
  /** The chat that what comes from there goes on with; null before there is one. */
  chatId: string | null
  /** Since when this address wants no campaigns (STOP). */
  stoppedAt: NullableInstant
  createdAt: InstantDefaultNow
}

/** What becomes of a message that leaves the house: written with the message (E4). */
export interface MessageDeliveriesTable {
  messageId: string
  chatId: string
  channel: ChannelName
  address: string
  /** In which order they were written. */
  place: GeneratedAlways<number>
  /** One of many that are sent at once: what people write goes first. */
  isBulk: Generated<boolean>
  /** `doubt`: nobody knows whether it went out; it is not sent again. */
  status: Generated<'waiting' | 'sent' | 'delivered' | 'failed' | 'doubt'>
  reason: string | null
  /** What the provider calls it. */
  providerId: string | null
  attempts: Generated<number>
  nextAt: InstantDefaultNow
  claim: string | null
  claimedUntil: NullableInstant
  createdAt: InstantDefaultNow
  updatedAt: InstantDefaultNow
}

/** What providers told us, each once. */
export interface ProviderEventsTable {
  channel: ChannelName
  eventId: string
  receivedAt: InstantDefaultNow
}

export type GuestContactRow = Selectable<GuestContactsTable>
export type MessageDeliveryRow = Selectable<MessageDeliveriesTable>
