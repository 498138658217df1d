import { sql, type Insertable, type InsertObject } from 'kysely'
import type { Attachment, StaffRef } from '#src/contract/chats.ts'
import type { GuestInfo } from '#src/contract/guest-info.ts'
import { createId } from '../ids.ts'
import { insertBotConfig } from './bot-configs.ts'
import type { AssigneesTable, IntegrationsTable, TicketsTable } from './configuration-schema.ts'
import type { NewUserRow, Tables } from './schema.ts'
import type { Store, Tx } from './store.ts'

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
  /** Read once, in order; may be a generator, so that a large hotel needs no memory. */
  chats?: Iterable<BulkChat>
  /** Marks the hotel as a demonstration: guests of SMS and Facebook are played by the guest page. */
  isDemonstration?: boolean
}

/** Rows per statement. */
const BATCH_ROWS = 2_000

/** Where an attachment is served (CONTRACT section 5: on the environment's own host, behind the Bearer token). */
export function attachmentUrl(id: string): string {
  return `/api/attachments/${id}`
}

/**
 * Writes a whole hotel at once, all or nothing: for the demonstration and for measurements. It writes no log entry per
 * row; the log gets a new epoch instead, which makes every cursor of before a reset (E3). Throws on a message that is
 * not later than the one before it.
 */
export async function insertHotel(store: Store, hotel: BulkHotel): Promise<void> {
  await store.transact(async (tx) => {
    // A foreign key's check keeps the plan of its first run: a scan of a table that is small then and large soon.
    await sql`set local enable_seqscan = off`.execute(tx)
    await insertRows(tx, 'users', hotel.users)
    await insertAnswers(tx, hotel.typicalAnswers ?? [])
    await insertRows(tx, 'queues', hotel.departments)
    await insertRows(tx, 'assignees', hotel.assignees)
    await insertChats(tx, hotel.chats ?? [])
    await insertRows(tx, 'tickets', hotel.tickets)
    await insertConfigs(tx, hotel.botConfigs ?? [])
    await insertRows(tx, 'integrations', hotel.integrations)
    await insertRows(tx, 'testUsers', hotel.testUsers)
    if (hotel.isDemonstration === true) {
      const row = { key: 'demonstration', value: 'true' }
      await tx
        .insertInto('meta')
        .values(row)
        .onConflict((on) => on.column('key').doUpdateSet(row))
        .execute()
    }
    await tx.updateTable('meta').set({ value: createId() }).where('key', '=', 'log_epoch').execute()
    await sql`analyze chats, messages`.execute(tx)
    await sql`select pg_notify('bellhop_changes', '')`.execute(tx)
  })
}

type PlainTable = 'users' | 'queues' | 'assignees' | 'tickets' | 'integrations' | 'testUsers'

async function insertRows<Name extends PlainTable>(
  tx: Tx,
  table: Name,
  rows: InsertObject<Tables, Name>[] = [],
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    await tx
      .insertInto(table)
      .values(rows.slice(from, from + BATCH_ROWS))
      .execute()
  }
}

async function insertConfigs(tx: Tx, configs: { type: string; config: object }[]): Promise<void> {
  for (const { type, config } of configs) await insertBotConfig(tx, { type, config })
}

async function insertAnswers(tx: Tx, answers: { label: string; answer: string }[]): Promise<void> {
  if (answers.length === 0) return
  await tx
    .insertInto('typicalAnswers')
    .values(answers.map(({ label, answer }) => ({ id: createId(), label, answer })))
    .execute()
}

async function insertChats(tx: Tx, chats: Iterable<BulkChat>): Promise<void> {
  const next = await sql<{ rev: number }>`select nextval('changes_seq') as rev`.execute(tx)
  const rev = next.rows[0]?.rev ?? 0
  const batch = new Batch(tx)
  for (const chat of chats) {
    const id = chat.id ?? createId(chat.createdAt.getTime())
    batch.chats.push(describeChat(chat, id, rev))
    batch.messages.push(...chat.messages.map((message) => describeMessage(message, id)))
    if (chat.guestInfo) batch.guestInfo.push({ chat_id: id, info: chat.guestInfo })
    if (batch.messages.length + batch.chats.length >= BATCH_ROWS) await batch.flush()
    if (!chat.attachments?.length) continue
    await batch.flush()
    for (const file of chat.attachments) {
      await tx
        .insertInto('attachments')
        .values({ ...file, chatId: id })
        .execute()
    }
  }
  await batch.flush()
}

function describeChat(chat: BulkChat, id: string, rev: number): object {
  const last = readLast(chat.messages)
  return {
    id,
    display_name: chat.displayName,
    source: chat.source,
    bot_name: chat.botName,
    messages_count: chat.messages.length,
    created_at: chat.createdAt,
    updated_at: chat.updatedAt,
    last_user_message_date: chat.messages.findLast((message) => message.sentByGuest)?.createdAt ?? null,
    last_message_at: last,
    paused_at: chat.pausedAt ?? null,
    needs_help: chat.helpAt !== undefined,
    help_at: chat.helpAt ?? null,
    holder_id: chat.holder?.id ?? null,
    holder_name: chat.holder?.name ?? null,
    guest_id: chat.guestId ?? createId(chat.createdAt.getTime()),
    rev,
  }
}

function readLast(messages: BulkMessage[]): Date | null {
  let last: Date | null = null
  for (const { createdAt } of messages) {
    if (last !== null && createdAt <= last) throw new Error('the messages of a chat must rise in time')
    last = createdAt
  }
  return last
}

function describeMessage(message: BulkMessage, chatId: string): object {
  return {
    id: message.id ?? createId(message.createdAt.getTime()),
    chat_id: chatId,
    text: message.text,
    sent_by_guest: message.sentByGuest,
    type: message.type ?? 'text',
    created_at: message.createdAt,
    attachments: message.attachments ?? [],
    user_id: message.user?.id ?? null,
    user_name: message.user?.name ?? null,
  }
}

/** Rows on their way, sent as one JSON parameter a table: the fastest that both databases take. */
class Batch {
  chats: object[] = []
  messages: object[] = []
  guestInfo: object[] = []
  readonly #tx: Tx

  constructor(tx: Tx) {
    this.#tx = tx
  }

  async flush(): Promise<void> {
    await this.#insert('chats', this.chats, CHAT_COLUMNS)
    await this.#insert('messages', this.messages, MESSAGE_COLUMNS)
    await this.#insert('guest_info', this.guestInfo, GUEST_INFO_COLUMNS)
    this.chats = []
    this.messages = []
    this.guestInfo = []
  }

  async #insert(table: string, rows: object[], columns: Record<string, string>): Promise<void> {
    if (rows.length === 0) return
    const names = sql.raw(Object.keys(columns).join(', '))
    const typed = sql.raw(
      Object.entries(columns)
        .map((column) => column.join(' '))
        .join(', '),
    )
    const json = JSON.stringify(rows)
    await sql`insert into ${sql.table(table)} (${names})
      select ${names} from json_to_recordset(${json}::json) as row_data (${typed})`.execute(this.#tx)
  }
}

const CHAT_COLUMNS = {
  id: 'text',
  display_name: 'text',
  source: 'text',
  bot_name: 'text',
  messages_count: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  last_user_message_date: 'timestamptz',
  last_message_at: 'timestamptz',
  paused_at: 'timestamptz',
  needs_help: 'boolean',
  help_at: 'timestamptz',
  holder_id: 'text',
  holder_name: 'text',
  guest_id: 'text',
  rev: 'bigint',
}
const MESSAGE_COLUMNS = {
  id: 'text',
  chat_id: 'text',
  text: 'text',
  sent_by_guest: 'boolean',
  type: 'text',
  created_at: 'timestamptz',
  attachments: 'jsonb',
  user_id: 'text',
  user_name: 'text',
}
const GUEST_INFO_COLUMNS = { chat_id: 'text', info: 'jsonb' }
