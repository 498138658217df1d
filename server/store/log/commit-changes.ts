import { sql, type RawBuilder } from 'kysely'
import { createId } from '../../ids.ts'
import type { ChatRow, MessageRow } from '../chats/chat-tables.ts'
import { insertJob } from '../jobs/enqueue-job.ts'
import type { Tx } from '../store.ts'
import type { Change, ChangeEffect, ChatPatch, CommitChanges, Committed, NewMessage } from './change.ts'
import { LOG_LOCK } from './log-lock.ts'

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
    for (const change of changes) {
      if (change.isRemoval === true) {
        await writeRemoval(tx, change)
        continue
      }
      const { chat, message } = await writeChange(tx, change)
      committed.chats.push(chat)
      if (message) committed.messages.push(message)
    }
    return committed
  }
}

/**
 * One statement, so that others wait for the log's lock no longer than it takes: takes the lock, assigns `seq`, `rev` and
 * the times by the database's clock, writes chat, message and log, and notifies. Each part reads what the one before it
 * gives, which is what puts the lock before the number and the clock.
 */
async function writeChange(
  tx: Tx,
  { type, chatId, patch = {}, message, changedMessageId, job }: Change,
): Promise<{ chat: ChatRow; message: MessageRow | null }> {
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
const lockedLog = sql`locked as materialized (
      select pg_advisory_xact_lock(${LOG_LOCK}), pg_notify('bellhop_changes', '')
    ), log as materialized (
      select nextval('changes_seq') as seq, clock_timestamp() as now from locked
    )`

/** The log's clock: the database's, at least 1 ms after the chat's last message, so that times order messages. */
const commitTime = sql`greatest(date_trunc('milliseconds', log.now), last_message_at + interval '1 millisecond')`

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

type NewMessageRow = Omit<MessageRow, 'createdAt'>

function describeMessage(chatId: string, message: NewMessage): NewMessageRow {
  return {
    id: message.id ?? createId(),
    chatId,
    text: message.text,
    sentByGuest: message.sentByGuest,
    type: message.type ?? 'text',
    attachments: message.attachments ?? [],
    userId: message.user?.id ?? null,
    userName: message.user?.name ?? null,
    clientId: message.clientId ?? null,
    staffOnly: message.isStaffOnly ?? false,
  }
}

function insertMessage(row: NewMessageRow): RawBuilder<unknown> {
  return sql`insert into messages
      (id, chat_id, text, sent_by_guest, type, created_at, attachments, user_id, user_name, client_id, staff_only)
    select ${row.id}, chat.id, ${row.text}, ${row.sentByGuest}::boolean, ${row.type}, chat.updated_at,
      ${JSON.stringify(row.attachments)}::jsonb, ${row.userId}::text, ${row.userName}::text, ${row.clientId}::text,
      ${row.staffOnly}::boolean
    from chat`
}
