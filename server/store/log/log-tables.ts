import type { ColumnType } from 'kysely'
import type { InstantDefaultNow } from '../column-types.ts'

export type ChangeType = 'new_message' | 'chat_changed' | 'needs_help'

/** The change log in commit order (E3). A row that is named here and gone from its table was removed. */
export interface ChangesTable {
  seq: number
  type: ChangeType
  chatId: string
  messageId: string | null
  at: InstantDefaultNow
}

/** Answers kept under their key (CONTRACT section 2). `answer` is null only inside the transaction that makes it. */
export interface IdempotencyTable {
  owner: string
  key: string
  fingerprint: string
  answer: ColumnType<unknown, string | null, string | null>
  createdAt: InstantDefaultNow
}
