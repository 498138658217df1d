import type { Generated } from 'kysely'
import type { InstantDefaultNow, Json, NullableInstant } from '../column-types.ts'

/** What a change causes, claimed with SKIP LOCKED (E4). */
export interface JobsTable {
  id: Generated<number>
  kind: string
  payload: Json<unknown>
  runAt: InstantDefaultNow
  attempts: Generated<number>
  claim: string | null
  claimedUntil: NullableInstant
  failedAt: NullableInstant
  lastError: string | null
  createdAt: InstantDefaultNow
}
