import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AlertType, DeliveryStatus, NotificationType } from '#src/contract/deliveries.ts'
import type { InstantDefaultNow, NullableInstant } from '../column-types.ts'

/** How far a delivery to one or several has come. */
export interface DeliveryProgress {
  reached: string[]
  /** Whom it can never reach, and why, in words. */
  refused: { to: string; reason: string }[]
  left: string[]
}

/** An alert on its way, and afterwards its entry in the log. */
export interface AlertDeliveriesTable {
  id: string
  /** The row of `bot_configs`, which may be gone; the next four are what it said. */
  alertId: string
  alertName: string
  type: AlertType
  notificationType: NotificationType
  sendTo: string
  isTest: Generated<boolean>
  chatId: string | null
  status: Generated<DeliveryStatus>
  attempts: Generated<number>
  createdAt: InstantDefaultNow
  /** Not sent before; without meaning once it is settled. */
  nextAt: InstantDefaultNow
  /** On the last one of an hour that goes to its recipients by itself: when that hour is over. */
  limitedUntil: NullableInstant
  /** Of a digest that takes further chats: from its first to its claim. */
  digestKey: string | null
  /** Of a digest, and null otherwise: when it is to be sent. */
  digestDueAt: NullableInstant
  /** Of how many guests a digest spoke; null before its first attempt. */
  digestGuests: number | null
  /** Null before the first attempt. */
  progress: ColumnType<DeliveryProgress | null, string | null | undefined, string | null>
  /** Why it was not sent, or not yet, in words. */
  error: string | null
  claim: string | null
  claimedUntil: NullableInstant
}

/** The chats that a digest speaks of, in the order of their ids. */
export interface AlertDigestChatsTable {
  id: GeneratedAlways<number>
  deliveryId: string
  chatId: string
}
