import type { Generated } from 'kysely'
import type { InstantDefaultNow, Json, NullableInstant } from '../column-types.ts'

/** What a change causes, claimed with SKIP LOCKED (E4). */
export interface JobsTable {
  id: Generated<number>
  kind: string
  payload: Json<unknown>
  /** Jobs of one lane are done one after another; null: it waits for no other. */
  lane: string | null
  runAt: InstantDefaultNow
  attempts: Generated<number>
  claim: string | null
  claimedUntil: NullableInstant
  failedAt: NullableInstant
  lastError: string | null
  createdAt: InstantDefaultNow
}
