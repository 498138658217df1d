import { sql } from 'kysely'
import type { Attachment, StaffRef } from '#src/contract/chats.ts'
import { causeAlerts } from '../alerts/cause-alerts.ts'
import { createId } from '../ids.ts'
import { causePushes } from '../push/cause-pushes.ts'
import type { ChangeType, ChatRow, MessageRow } from './schema.ts'
import type { Store, Tx } from './store.ts'

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
}

/** What of a chat changes. A field that is absent stays. Times are the commit's. */
export interface ChatPatch {
  displayName?: string
  /** A person takes the chat, `'bot-paused'`: the bot pauses itself, `'bot'`: back to the bot. */
  holder?: StaffRef | 'bot-paused' | 'bot'
  /** The person who holds the chat is called so now; since when they hold it stays. */
  holderName?: string
  /** True is a cry for help, again where there was one: `helpAt` becomes the commit's time (O11). */
  needsHelp?: boolean
}

/** One entry of the change log and what it does. */
export interface Change {
  type: ChangeType
  chatId: string
  message?: NewMessage
  patch?: ChatPatch
  /** The chat's guest has left a low rating, for the first time on this occasion. */
  isLowRating?: boolean
}

/** What a commit made of the changes: one row of each per change that has it, in order. */
export interface Committed {
  chats: ChatRow[]
  messages: MessageRow[]
}

/** What a transaction gives back: its value, and the changes that are its last statements. */
export interface Work<T> {
  value: T
  changes: Change[]
}

/** `pg_advisory_xact_lock` of the change log: any constant that nothing else uses. */
const LOG_LOCK = 7_202_601
const EMPTY: Committed = { chats: [], messages: [] }

/**
 * Runs `work` in one transaction and commits its changes as the last statements (E3). Every writer of chats and messages
 * goes through here or, with an idempotency key, through `runIdempotent`.
 */
export function writeChanges<T>(
  store: Store,
  work: (tx: Tx) => Promise<Work<T>>,
): Promise<{ value: T; committed: Committed }> {
  return store.transact(async (tx) => {
    const { value, changes } = await work(tx)
    const committed = await commitChanges(tx, changes)
    return { value, committed }
  })
}

/**
 * Locks a chat's row for the rest of the transaction and reads it; null where there is none. Whoever changes a chat does
 * this first: after the log's lock no row lock may be waited for, or two writers could wait for each other.
 */
export async function lockChat(tx: Tx, chatId: string): Promise<ChatRow | null> {
  const row = await tx.selectFrom('chats').selectAll().where('id', '=', chatId).forUpdate().executeTakeFirst()
  return row ?? null
}

/**
 * The last statements before COMMIT (E3): writes which pushes and alerts are due (E4), takes the log's lock, assigns `seq`,
 * `rev` and times by the database's clock, writes messages and log, and notifies. Nothing may be awaited after it. The chats
 * were locked by `lockChat` or inserted in this transaction.
 */
export async function commitChanges(tx: Tx, changes: Change[]): Promise<Committed> {
  if (changes.length === 0) return EMPTY
  await causePushes(tx, changes)
  await causeAlerts(tx, changes)
  await sql`select pg_advisory_xact_lock(${LOG_LOCK}), pg_notify('bellhop_changes', '')`.execute(tx)
  const committed: Committed = { chats: [], messages: [] }
  for (const change of changes) {
    const chat = await updateChat(tx, change)
    committed.chats.push(chat)
    const message = change.message ? await insertMessage(tx, chat, change.message) : null
    if (message) committed.messages.push(message)
    await tx
      .insertInto('changes')
      .values({ seq: chat.rev, type: change.type, chatId: chat.id, messageId: message?.id ?? null })
      .execute()
  }
  return committed
}

/** The log's clock: the database's, at least 1 ms after the chat's last message, so that times order messages. */
const commitTime = sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), last_message_at + interval '1 millisecond')`

async function updateChat(tx: Tx, change: Change): Promise<ChatRow> {
  const { patch = {}, message } = change
  const { holder } = patch
  return tx
    .updateTable('chats')
    .where('id', '=', change.chatId)
    .set({ rev: sql<number>`nextval('changes_seq')`, updatedAt: commitTime })
    .$if(patch.displayName !== undefined, (query) => query.set({ displayName: patch.displayName ?? '' }))
    .$if(patch.holderName !== undefined, (query) => query.set({ holderName: patch.holderName ?? '' }))
    .$if(patch.needsHelp === true, (query) => query.set({ needsHelp: true, helpAt: commitTime }))
    .$if(patch.needsHelp === false, (query) => query.set({ needsHelp: false, helpAt: null }))
    .$if(holder === 'bot', (query) => query.set({ pausedAt: null, holderId: null, holderName: null }))
    .$if(holder === 'bot-paused', (query) =>
      query.set({ pausedAt: commitTime, holderId: null, holderName: null }),
    )
    .$if(typeof holder === 'object', (query) =>
      typeof holder === 'object'
        ? query.set({ pausedAt: commitTime, holderId: holder.id, holderName: holder.name })
        : query,
    )
    .$if(message !== undefined, (query) =>
      query.set((eb) => ({ messagesCount: eb('messagesCount', '+', 1), lastMessageAt: commitTime })),
    )
    .$if(message?.sentByGuest === true, (query) => query.set({ lastUserMessageDate: commitTime }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

function insertMessage(tx: Tx, chat: ChatRow, message: NewMessage): Promise<MessageRow> {
  return tx
    .insertInto('messages')
    .values({
      id: message.id ?? createId(),
      chatId: chat.id,
      text: message.text,
      sentByGuest: message.sentByGuest,
      type: message.type ?? 'text',
      createdAt: chat.updatedAt,
      attachments: JSON.stringify(message.attachments ?? []),
      userId: message.user?.id ?? null,
      userName: message.user?.name ?? null,
      clientId: message.clientId ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
