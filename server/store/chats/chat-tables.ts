import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Attachment } from '#src/contract/chats.ts'
import type { GuestInfo } from '#src/contract/guest-info.ts'
import type { Instant, InstantDefaultNow, Json, NullableInstant } from '../column-types.ts'

export interface ChatsTable {
  id: string
  displayName: string
  source: string
  botName: string
  messagesCount: Generated<number>
  createdAt: InstantDefaultNow
  updatedAt: InstantDefaultNow
  lastUserMessageDate: NullableInstant
  /** The newest message's time, so that the next one is later (E3). */
  lastMessageAt: NullableInstant
  pausedAt: NullableInstant
  needsHelp: Generated<boolean>
  helpAt: NullableInstant
  holderId: string | null
  holderName: string | null
  guestId: string | null
  /** Staff take nothing from this guest; so in each of the guest's chats. */
  guestBlocked: Generated<boolean>
  /** Which the guest writes, BCP 47; null where that is not known yet. */
  language: string | null
  /** The log entry that changed the row last: the `rev` of the wire. */
  rev: Generated<number>
}

export interface MessagesTable {
  id: string
  chatId: string
  text: string
  sentByGuest: boolean
  type: string
  createdAt: Instant
  attachments: Json<Attachment[]>
  userId: string | null
  userName: string | null
  clientId: string | null
  /** A line that the guest is not shown. */
  staffOnly: Generated<boolean>
}

/** Where the bytes of an attachment are: in its row, in the data folder, in an object store. */
export type HomeName = 'database' | 'files' | 's3'

/** Files: served under `/api/attachments/{id}` to staff and the chat's guest. */
export interface AttachmentsTable {
  id: string
  chatId: string
  contentType: string
  name: string
  /** Null where they are elsewhere. */
  bytes: Uint8Array | null
  home: Generated<HomeName>
  /** What its home knows the bytes by; null in the database. */
  key: string | null
  /** In bytes; null in rows of before there were other homes. */
  size: number | null
  /** SHA-256 in hex; null where `size` is. */
  digest: string | null
  createdAt: InstantDefaultNow
}

/** Objects that this environment has put into the object store, or was about to. */
export interface AttachmentObjectsTable {
  key: string
  putAt: InstantDefaultNow
}

export interface GuestInfoTable {
  chatId: string
  info: Json<GuestInfo>
}

export interface GuestSessionsTable {
  tokenHash: string
  chatId: string
  guestId: string
  createdAt: InstantDefaultNow
  lastUsedAt: InstantDefaultNow
}

/** What a guest was asked, and answered: one row for each occasion (docs/decisions/025-ratings-links-and-sms.md). */
export interface GuestRatingsTable {
  id: string
  chatId: string
  /** The chat's guest, or the chat itself where it names none. */
  guestId: string
  askedAt: Instant
  /** 1 to 5; null before there is an answer. */
  stars: number | null
  ratedAt: NullableInstant
  /** When it was a low one first: from then on it is no occasion for an alert. */
  lowAt: NullableInstant
}

/** When a guest waited for a person: a row each time that a chat began to need help, by a trigger. */
export interface HelpRequestsTable {
  id: GeneratedAlways<number>
  chatId: string
  askedAt: Instant
  /** Null while the chat still needs help. */
  endedAt: NullableInstant
}

export type ChatRow = Selectable<ChatsTable>
export type MessageRow = Selectable<MessagesTable>
