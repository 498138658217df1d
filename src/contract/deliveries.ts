import * as v from 'valibot'
import { idSchema, instantSchema, readRow, rowsSchema, type LenientFields, type Marked } from './lenient.ts'

/**
 * The log of alerts sent by email and SMS (CONTRACT section 2, admin).
 *
 * `GET /api/admin/deliveries?before={id}&limit={1..200}` gives a page, newest first; 404 where `before` names none.
 * `POST /api/admin/alerts/{id}/test`, without a body: 202 with the delivery, which is on its way as any other, also of an
 * alert that is disabled; 404 where there is no such alert, 409 where no sender is configured for its type, 429 above
 * `ALERT_TESTS_PER_MINUTE`.
 */

export const DELIVERIES_LIMIT_MAX = 200
/** Of one person. */
export const ALERT_TESTS_PER_MINUTE = 10
export const DELIVERIES_KEPT_DAYS = 30

/** Specification section 9. */
const ALERT_TYPES = ['email', 'SMS'] as const
export type AlertType = (typeof ALERT_TYPES)[number]
/** To one recipient, of one cause, within an hour from its first: what is beyond comes together, as a digest. */
export const ALERTS_PER_HOUR: Record<AlertType, number> = { email: 30, SMS: 10 }
export type NotificationType = 'user_needs_help' | 'user_left_low_rating' | 'new_user_started_conversation'

/** `waiting`: for its first attempt or another one. `failed`: it is not tried again. */
const DELIVERY_STATUSES = ['waiting', 'sent', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export interface Delivery extends Marked {
  id: string
  /** When it was caused. */
  at: string
  /** The alert, which may be gone since; name, type, occasion and address are what it said then. */
  alertId: string
  alertName: string
  /** Null where it could not be read, as `status`. */
  type: AlertType | null
  /** A `NotificationType`, or a word that this build does not know. */
  notificationType: string
  sendTo: string
  status: DeliveryStatus | null
  attempts: number
  /** When it is tried next; null where it is not. */
  nextAt: string | null
  /** Why it was not sent, or not yet, for a person. One to several that reached only some of them is failed and says so. */
  error: string | null
  /** Null for a test and a digest, and where the chat is gone. */
  chatId: string | null
  isTest: boolean
  /** Of how many guests it speaks: more than one in a digest only. */
  guests: number
  /** It speaks of all beyond the limit of its recipient, `ALERTS_PER_HOUR`. */
  isDigest: boolean
}

const deliveryFields: LenientFields<Omit<Delivery, 'unreadable'>> = {
  id: { schema: idSchema, otherwise: '' },
  at: { schema: instantSchema, otherwise: '' },
  alertId: { schema: idSchema, otherwise: '' },
  alertName: { schema: v.string(), otherwise: '' },
  type: { schema: v.picklist(ALERT_TYPES), otherwise: null },
  notificationType: { schema: v.string(), otherwise: '' },
  sendTo: { schema: v.string(), otherwise: '' },
  status: { schema: v.picklist(DELIVERY_STATUSES), otherwise: null },
  attempts: { schema: v.number(), otherwise: 0 },
  nextAt: { schema: v.optional(v.nullable(instantSchema), null), otherwise: null },
  error: { schema: v.optional(v.nullable(v.string()), null), otherwise: null },
  chatId: { schema: v.optional(v.nullable(idSchema), null), otherwise: null },
  isTest: { schema: v.optional(v.boolean(), false), otherwise: false },
  guests: { schema: v.optional(v.number(), 1), otherwise: 1 },
  isDigest: { schema: v.optional(v.boolean(), false), otherwise: false },
}

/** What the test of an alert is answered with. */
export const deliverySchema = v.pipe(
  v.looseObject({}),
  v.transform((row) => readRow(deliveryFields, row)),
)

export const deliveriesSchema = rowsSchema(deliveryFields)

export const deliveriesPageSchema = v.object({
  deliveries: deliveriesSchema,
  /** Whether there are older ones: the next page is the one before the last id. */
  more: v.optional(v.boolean(), false),
  /** For which types the environment can send at all; null where it does not say. */
  senders: v.fallback(v.nullable(v.object({ email: v.boolean(), SMS: v.boolean() })), null),
  /** Whether alerts carry a link to their chat; null where the environment does not say. */
  links: v.fallback(v.nullable(v.boolean()), null),
})
export type DeliveriesPage = v.InferOutput<typeof deliveriesPageSchema>
/** For which types of alerts the environment can send; null where it does not say. */
export type Senders = DeliveriesPage['senders']
