import type { Generated } from 'kysely'
import type { PushKind } from '#src/contract/push.ts'
import type { Instant, InstantDefaultNow, Json, NullableInstant } from '../column-types.ts'

/** A device that takes pushes (CONTRACT section 2). The claim makes one send at a time of it. */
export interface PushSubscriptionsTable {
  id: string
  userId: string
  /** The session that put it last, as `sessions.tokenHash`: it ends with that. */
  sessionHash: string
  endpoint: string
  /** SHA-256 in hex. */
  endpointHash: string
  p256dh: string
  auth: string
  environment: string | null
  hideNames: Generated<boolean>
  createdAt: InstantDefaultNow
  updatedAt: InstantDefaultNow
  claim: string | null
  claimedUntil: NullableInstant
  /** Nothing is sent to it before. */
  retryAt: NullableInstant
}

/** A chat that needs help and that nobody holds, while ever more devices are notified (W5). `stage` is due at `dueAt`. */
export interface EscalationsTable {
  chatId: string
  begunAt: Instant
  stage: number
  dueAt: Instant
}

/** Which devices were notified of a chat's help request, so that 'Taken' and 'Resolved' replace what they show (W3). */
export interface PushShownTable {
  chatId: string
  subscriptionId: string
}

/** Up to which revision of a chat a user has read it, on whatever device. */
export interface PushReadsTable {
  userId: string
  chatId: string
  rev: number
}

/** What is still to be sent; composed when it is. */
export interface PushDeliveriesTable {
  id: Generated<number>
  subscriptionId: string
  kind: PushKind
  tag: string
  chatId: string | null
  detail: Json<unknown>
  attempts: Generated<number>
  createdAt: InstantDefaultNow
  expiresAt: Instant
}
