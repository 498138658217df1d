import type { StaffRef } from '#src/contract/chats.ts'
import type { StaffSession } from '../auth/sessions.ts'
import type { Change } from './commit-changes.ts'
import type { Tx } from './store.ts'

/** What a write of the configuration works with: SQL only, through `tx` (E5). */
export interface WriteScope {
  tx: Tx
  /** Who writes, as the audit names them. */
  by: StaffRef
  session: StaffSession
  /** What changes of chats with it; committed as the last statements (E3). */
  changes: Change[]
}
