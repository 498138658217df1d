import type { DexieOptions, Table } from 'dexie'
import type { Chat, Message } from '#src/contract/chats.ts'
import type { GuestInfo } from '#src/contract/guest-info.ts'
import type { StaffMember } from '#src/contract/staff.ts'
import type { Department } from '#src/contract/tickets.ts'
import type { TypicalAnswer } from '#src/contract/typical-answers.ts'
import { GuardedDatabase } from '../guarded.ts'

/** A chat as the server returned it (D3), with what indexes need. Flags are 0 or 1: booleans are no keys. */
export interface MirrorChat {
  id: string
  chat: Chat
  updatedAt: string
  help: 0 | 1
  paused: 0 | 1
  /** Holder's id, '' for none. */
  heldBy: string
  /** When the GET that this row came from began, ms; 0 where it came by the change log (I4). */
  readAt: number
  /** The reset that last named this chat (I2). */
  snapshot: string
  /** The newest mirrored message, for the list. */
  preview: ChatPreview | null
}

export interface ChatPreview {
  messageId: string
  createdAt: string
  text: string
  /** `nobody`: an event, which nobody said. */
  author:
    { kind: 'guest' } | { kind: 'bot' } | { kind: 'staff'; id: string; name: string } | { kind: 'nobody' }
  /** Set where there is no text to show, for example 'Photo'. */
  attachment: string | null
}

export interface MirrorMessage {
  id: string
  chatId: string
  createdAt: string
  message: Message
  /** The operation of ours that became this message: it keeps that identity on the screen (O6). '' for none. */
  operationId: string
}

/** What is known of a chat's messages. */
export interface ThreadRow {
  chatId: string
  /** Where its unbroken messages begin (I10); null where nothing is read. */
  historyFrom: string | null
  /** Whether `historyFrom` is the chat's first message. */
  isComplete: boolean
  /** When the environment last confirmed it, ms of the device's clock; 0 where the chat has changed since (I3). */
  asOf: number
  /** When a person last opened it, ms; 0 never. Recently opened chats are not evicted (D5). */
  openedAt: number
}

export interface GuestCardRow {
  chatId: string
  info: GuestInfo
  asOf: number
}

/** A file of the environment's own host that was seen here: bytes and type, not a Blob (STACK pitfall 12). */
export interface FileRow {
  url: string
  chatId: string
  contentType: string
  bytes: ArrayBuffer
  usedAt: number
}

/** Something a screen asks of the network (DESIGN section 1); the engine fetches it and deletes the row. */
export interface FetchRequestRow {
  key: string
  request: FetchRequest
  askedAt: number
  /** Why the last attempt gave nothing; null while none failed. */
  problem: string | null
  /** Attempts that failed in a row since it was asked for. */
  failures: number
  /** When it is tried (again), ms of the device's clock; null: not by itself. */
  nextAt: number | null
}

export type FetchRequest =
  | { kind: 'thread'; chatId: string }
  | { kind: 'older'; chatId: string }
  /** One message, to know where in its thread it stands. */
  | { kind: 'message'; chatId: string; messageId: string }
  | { kind: 'guest-card'; chatId: string }
  | { kind: 'file'; chatId: string; url: string }
  | { kind: 'all-chats' }
  /** Departments, staff and saved answers, as they are now. */
  | { kind: 'reference' }

/** A list that only exists online, as it was last read: to be read without a line (DESIGN section 1). */
export interface ListRow {
  name: string
  /** As they came, parsed again by whoever reads them: another build may have kept them. */
  rows: unknown[]
  /** When they were read, ms of the device's clock. */
  readAt: number
}

/** A mirror's schema never migrates: a change gets a new number, and the old database is deleted (D4). */
export const MIRROR_SCHEMA = 6
export const MIRROR_PREFIX = 'bellhop-mirror-'

export function mirrorName(origin: string, userId: string): string {
  return `${MIRROR_PREFIX}${MIRROR_SCHEMA}:${origin}:${userId}`
}

/** The cache of what the server returned: may be thrown away at any time (D1). */
export class MirrorDatabase extends GuardedDatabase {
  declare chats: Table<MirrorChat, string>
  declare messages: Table<MirrorMessage, string>
  declare threads: Table<ThreadRow, string>
  declare guestCards: Table<GuestCardRow, string>
  declare answers: Table<TypicalAnswer, string>
  declare departments: Table<Department, string>
  declare staff: Table<StaffMember, string>
  declare files: Table<FileRow, string>
  declare fetchRequests: Table<FetchRequestRow, string>
  declare lists: Table<ListRow, string>

  constructor(name: string, options: DexieOptions = {}) {
    super(name, { ...options, autoOpen: false, cache: 'disabled', chromeTransactionDurability: 'relaxed' })
    this.version(1).stores({
      meta: 'key',
      chats:
        'id, updatedAt, chat.lastUserMessageDate, [help+updatedAt], [paused+updatedAt], heldBy, snapshot',
      messages: 'id, createdAt, [chatId+createdAt], operationId',
      threads: 'chatId, openedAt',
      guestCards: 'chatId',
      answers: 'id',
      departments: 'id',
      staff: 'id',
      files: 'url, chatId, usedAt',
      fetchRequests: 'key',
      lists: 'name',
    })
  }
}
