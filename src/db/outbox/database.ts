import type { DexieOptions, Table } from 'dexie'
import type { UploadType } from '#src/contract/limits.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import { GuardedDatabase } from '../guarded.ts'

/** A text that is not sent yet, per chat. */
export interface DraftRow {
  chatId: string
  text: string
  updatedAt: number
  /** Set where it is a half-written ticket: of which chat, and for which department. */
  ticket?: { chatId: string; queueId: string }
}

/** The bytes of an upload that has not arrived yet (O7). A staged file has its operation's id already. */
export interface OutgoingFileRow {
  operationId: string
  name: string
  type: string
  bytes: ArrayBuffer
}

/**
 * A file that is part of a chat's draft. Its bytes are in `files` under the same id, which becomes its operation's: sending
 * moves no bytes. Ids rise in the order in which files were chosen.
 */
export interface StagedFileRow {
  id: string
  chatId: string
  name: string
  type: UploadType
  /** Bytes. */
  size: number
  stagedAt: number
  /** The file that was chosen moves, and this one does not. */
  isStill?: true
}

/** Until when a person has read a chat: the `createdAt` of the newest message on their screen. */
export interface SeenRow {
  chatId: string
  seenAt: string
}

const OUTBOX_PREFIX = 'bellhop-outbox:'

export function outboxName(origin: string, userId: string): string {
  return `${OUTBOX_PREFIX}${origin}:${userId}`
}

/** The only copy of someone's work: strictly durable, and never thrown away without their word (D1, D2). */
export class OutboxDatabase extends GuardedDatabase {
  declare operations: Table<Operation, string>
  declare drafts: Table<DraftRow, string>
  declare files: Table<OutgoingFileRow, string>
  declare seen: Table<SeenRow, string>
  declare staged: Table<StagedFileRow, string>

  constructor(name: string, options: DexieOptions = {}) {
    super(name, { ...options, autoOpen: false, cache: 'disabled', chromeTransactionDurability: 'strict' })
    // Additive only (D4).
    this.version(1).stores({
      meta: 'key',
      operations: 'id, [lane+pos], state',
      drafts: 'chatId',
      files: 'operationId',
      seen: 'chatId',
    })
    this.version(2).stores({ staged: 'id, chatId' })
  }
}
