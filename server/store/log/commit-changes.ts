import { sql, type RawBuilder } from 'kysely'
import type { ChatRow, MessageRow } from '../chats/chat-tables.ts'
import { insertJob } from '../jobs/enqueue-job.ts'
import type { Tx } from '../store.ts'
import type { Change, ChangeEffect, ChatPatch, CommitChanges, Committed, NewMessage } from './change.ts'
import { commitTime, lockLog } from './log-lock.ts'
import { describeMessage, type NewMessageRow } from './message-row.ts'
import { isPlain, writeMessages } from './write-messages.ts'

/**
 * The one way in which chats and messages are written, with or without an idempotency key. `effects` write what the changes
 * cause (E4), in their order, before the log is locked.
 *
 * What it gives makes the last statements before COMMIT (E3): nothing may be awaited after it. The chats were locked by
 * `lockChat` or inserted in this transaction.
 */
export function createCommit(effects: readonly ChangeEffect[]): CommitChanges {
  return async (tx, changes) => {
    for (const writeEffect of effects) if (changes.length > 0) await writeEffect(tx, changes)
    const committed: Committed = { chats: [], messages: [] }
    for (const together of groupChanges(changes)) {
      for (const { chat, message } of await writeTogether(tx, together)) {
        committed.chats.push(chat)
        if (message) committed.messages.push(message)
      }
    }
    return committed
  }
}

interface Written {
  chat: ChatRow
  message: MessageRow | null
}

/** Neighbours that one statement can write: plain ones, each of another chat. */
function groupChanges(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const isNext = last?.every((each) => isPlain(each) && each.chatId !== change.chatId) === true
    if (last && isNext && isPlain(change)) last.push(change)
    else groups.push([change])
  }
  return groups
}

async function writeTogether(tx: Tx, changes: readonly Change[]): Promise<Written[]> {
  const [first] = changes
  if (!first) return []
  const plain = changes.filter(isPlain)
  if (plain.length > 1) return writeMessages(tx, plain)
  if (first.isRemoval !== true) return [await writeChange(tx, first)]
  await writeRemoval(tx, first)
  return []
}

/**
 * One statement, so that others wait for the log's lock no longer than it takes: takes the lock, assigns `seq`, `rev` and
 * the times by the database's clock, writes chat, message and log, and notifies. Each part reads what the one before it
 * gives, which is what puts the lock before the number and the clock.
 */
async function writeChange(
  tx: Tx,
  { type, chatId, patch = {}, message, changedMessageId, job }: Change,
): Promise<Written> {
  const row = message ? describeMessage(chatId, message) : null
  const isOnItsWay = changedMessageId !== undefined && message === undefined
  const time = isOnItsWay ? [] : [sql`updated_at = ${commitTime}`]
  const sets = [sql`rev = log.seq`, ...time, ...listSets(patch, message)]
  const { rows } = await sql<ChatRow>`
    with ${lockedLog}, chat as (
      update chats set ${sql.join(sets)} from log where chats.id = ${chatId} returning chats.*
    ), message as (
      ${row === null ? sql`select ${null}::text as id where false` : insertMessage(row)}
    ), entry as (
      insert into changes (seq, type, chat_id, message_id)
      select chat.rev, ${type}, chat.id, ${row?.id ?? changedMessageId ?? null}::text from chat
    )${job === undefined ? sql`` : sql`, job as (${insertJob(job, sql`chat`)})`}
    select * from chat`.execute(tx)
  const chat = rows[0]
  if (!chat) throw new Error('a change names a chat that is not there')
  return { chat, message: row === null ? null : { ...row, createdAt: chat.updatedAt } }
}

/** What is named in the log and gone from its table was removed. */
async function writeRemoval(tx: Tx, { type, chatId }: Change): Promise<void> {
  await sql`
    with ${lockedLog}
    insert into changes (seq, type, chat_id, message_id) select log.seq, ${type}, ${chatId}, null from log`.execute(
    tx,
  )
}

/** The log's lock, and then its next number and the time. */
const lockedLog = sql`${lockLog}, log as materialized (
      select nextval('changes_seq') as seq, clock_timestamp() as now from locked
    )`

function listSets(patch: ChatPatch, message: NewMessage | undefined): RawBuilder<unknown>[] {
  const { displayName, holderName, needsHelp, holder, language } = patch
  const sets: RawBuilder<unknown>[] = []
  if (displayName !== undefined) sets.push(sql`display_name = ${displayName}`)
  if (language !== undefined) sets.push(sql`language = ${language}`)
  if (needsHelp !== undefined)
    sets.push(sql`needs_help = ${needsHelp}`, sql`help_at = ${needsHelp ? commitTime : null}`)
  if (holder !== undefined) {
    const person = typeof holder === 'object' ? holder : null
    sets.push(
      sql`paused_at = ${holder === 'bot' ? null : commitTime}`,
      sql`holder_id = ${person?.id ?? null}`,
      sql`holder_name = ${person?.name ?? null}`,
    )
  } else if (holderName !== undefined) sets.push(sql`holder_name = ${holderName}`)
  if (message === undefined) return sets
  sets.push(sql`messages_count = messages_count + 1`, sql`last_message_at = ${commitTime}`)
  if (message.sentByGuest) sets.push(sql`last_user_message_date = ${commitTime}`)
  return sets
}

function insertMessage(row: NewMessageRow): RawBuilder<unknown> {
  return sql`insert into messages
      (id, chat_id, text, sent_by_guest, type, created_at, attachments, user_id, user_name, client_id, staff_only)
    select ${row.id}, chat.id, ${row.text}, ${row.sentByGuest}::boolean, ${row.type}, chat.updated_at,
      ${JSON.stringify(row.attachments)}::jsonb, ${row.userId}::text, ${row.userName}::text, ${row.clientId}::text,
      ${row.staffOnly}::boolean
    from chat`
}
