import type { Insertable } from 'kysely'
import type { Attachment, StaffRef } from '#src/contract/chats.ts'
import type { GuestInfo } from '#src/contract/guest-info.ts'
import type { GuestRatingsTable, HelpRequestsTable } from '../chats/chat-tables.ts'
import type { IntegrationsTable, TicketsTable } from '../configuration/configuration-tables.ts'
import type { AssigneesTable, NewUserRow } from '../staff/staff-tables.ts'

export interface BulkMessage {
  id?: string
  text: string
  sentByGuest: boolean
  type?: string
  /** Rises strictly within a chat. */
  createdAt: Date
  attachments?: Attachment[]
  user?: StaffRef
}

/** A file's bytes; messages name it by `contentUrl: attachmentUrl(id)`. */
export interface BulkAttachment {
  id: string
  contentType: string
  name: string
  bytes: Uint8Array
}

export interface BulkChat {
  id?: string
  displayName: string
  source: string
  botName: string
  createdAt: Date
  updatedAt: Date
  pausedAt?: Date
  /** With `pausedAt`: the person who holds it; absent, the bot paused itself. */
  holder?: StaffRef
  /** Since when it needs help. */
  helpAt?: Date
  guestId?: string
  messages: BulkMessage[]
  attachments?: BulkAttachment[]
  guestInfo?: GuestInfo
}

/**
 * What gives the same from its beginning whenever it is read: its transaction may be run again. A generator, which gives all
 * of it once only, is none.
 */
export type Rereadable<T> = Iterable<T> & { next?: never }

export interface BulkHotel {
  users?: NewUserRow[]
  typicalAnswers?: { label: string; answer: string }[]
  departments?: { id: string; name: string; isAdmin: boolean }[]
  assignees?: Insertable<AssigneesTable>[]
  /** They name chats of this hotel. */
  tickets?: Insertable<TicketsTable>[]
  botConfigs?: { type: string; config: object }[]
  integrations?: Insertable<IntegrationsTable>[]
  /** They name chats of this hotel. */
  testUsers?: { chatId: string }[]
  /** Read in order; may be made while they are read, so that a large hotel needs no memory. */
  chats?: Rereadable<BulkChat>
  /** They name chats of this hotel; requests that are still open are known by the chats themselves. */
  helpRequests?: Insertable<HelpRequestsTable>[]
  ratings?: Insertable<GuestRatingsTable>[]
  /** Marks the hotel as a demonstration: guests of SMS and Facebook are played by the guest page. */
  isDemonstration?: boolean
}
