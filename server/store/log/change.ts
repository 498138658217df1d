import type { Attachment, StaffRef } from '#src/contract/chats.ts'
import type { ChatRow, MessageRow } from '../chats/chat-tables.ts'
import type { NewJob } from '../jobs/enqueue-job.ts'
import type { Tx } from '../store.ts'
import type { ChangeType } from './log-tables.ts'

/** A message before the commit gives it its time. */
export interface NewMessage {
  /** Made by the caller where it is needed before the commit; otherwise here. */
  id?: string
  text: string
  sentByGuest: boolean
  /** `text`, `card`, `event` or any other word. */
  type?: string
  attachments?: Attachment[]
  /** The member of staff who wrote it; absent for guest and bot. */
  user?: StaffRef
  clientId?: string | null
  /** A line that the guest is not shown. */
  isStaffOnly?: boolean
  /** One of many that go out at once: by a channel it waits for what people write. */
  isBulk?: boolean
}

/** What of a chat changes. A field that is absent stays. Times are the commit's. */
export interface ChatPatch {
  displayName?: string
  /** A person takes the chat, `'bot-paused'`: the bot pauses itself, `'bot'`: back to the bot. */
  holder?: StaffRef | 'bot-paused' | 'bot'
  /** The person who holds the chat is called so now; since when they hold it stays. */
  holderName?: string
  /** True is a help request, again where there was one: `helpAt` becomes the commit's time (O11). */
  needsHelp?: boolean
  /** Which the guest writes, BCP 47. */
  language?: string
}

/** One entry of the change log and what it does. */
export interface Change {
  type: ChangeType
  chatId: string
  message?: NewMessage
  patch?: ChatPatch
  /** One of its messages that is to be read again, because something became of it; the chat keeps its place in lists. */
  changedMessageId?: string
  /** The guest has written: whether for the first time, and who held the chat then. */
  guestWrote?: { isFirst: boolean; holderId: string | null }
  /** The chat's guest has left a low rating, for the first time on this occasion. */
  isLowRating?: boolean
  /** What is to be done about it, written with it. */
  job?: NewJob
  /** The chat was removed in this transaction: consoles are to remove it too. */
  isRemoval?: boolean
}

/** What a commit made of the changes: one row of each per change that has it, in order. */
export interface Committed {
  chats: ChatRow[]
  messages: MessageRow[]
}

/**
 * Writes what changes cause (E4), as rows of the causing transaction: SQL only. The chats are locked by this transaction and
 * not changed yet.
 */
export type ChangeEffect = (tx: Tx, changes: Change[]) => Promise<void>

/** Commits changes as the last statements of a transaction (E3): see `createCommit`. */
export type CommitChanges = (tx: Tx, changes: Change[]) => Promise<Committed>
