import type { ColumnType, Generated } from 'kysely'
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
  /** On the last SMS of an hour in which the alert has no further one: when that is over. */
  heldBackUntil: NullableInstant
  /** Null before the first attempt. */
  progress: ColumnType<DeliveryProgress | null, string | null | undefined, string | null>
  /** Why it was not sent, or not yet, in words. */
  error: string | null
  claim: string | null
  claimedUntil: NullableInstant
}
