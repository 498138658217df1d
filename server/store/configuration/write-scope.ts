import type { StaffRef } from '#src/contract/chats.ts'
import type { Change } from '../log/change.ts'
import type { Tx } from '../store.ts'

/** What a write of the configuration works with: SQL only, through `tx` (E5). */
export interface WriteScope {
  tx: Tx
  /** Who writes, as the audit names them. */
  by: StaffRef
  /** The session that asks, as `sessions.tokenHash`. */
  sessionHash: string
  /** What changes of chats with it; committed as the last statements (E3). */
  changes: Change[]
}
