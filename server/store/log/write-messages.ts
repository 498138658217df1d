import { sql } from 'kysely'
import type { ChatRow, MessageRow } from '../chats/chat-tables.ts'
import type { NewJob } from '../jobs/enqueue-job.ts'
import type { Tx } from '../store.ts'
import type { Change, NewMessage } from './change.ts'
import { commitTime, lockLog } from './log-lock.ts'
import { describeMessage } from './message-row.ts'

/** A change that is a message, with what it tells of its guest's language and what is to be done about it. */
export interface PlainChange extends Change {
  message: NewMessage
}

export function isPlain(change: Change): change is PlainChange {
  const { message, patch = {}, isRemoval } = change
  return message !== undefined && isRemoval !== true && Object.keys(patch).every((key) => key === 'language')
}

/**
 * Writes plain changes of as many chats in one statement, as `writeChange` does one: the lock first, then numbers in the order of
 * the changes and the clock. Answers of several chats that share a transaction, guests' messages that do, and a campaign's are such.
 */
export async function writeMessages(
  tx: Tx,
  changes: readonly PlainChange[],
): Promise<{ chat: ChatRow; message: MessageRow }[]> {
  const messages = changes.map(({ chatId, message }) => describeMessage(chatId, message))
  const list = <T>(read: (row: (typeof messages)[number]) => T): T[] => messages.map(read)
  const listJobs = <T>(read: (job: NewJob) => T): (T | null)[] =>
    changes.map(({ job }) => (job ? read(job) : null))
  const { rows } = await sql<ChatRow>`
    with ${lockLog}, given as materialized (
      select * from unnest(
        ${changes.map(({ type }) => type)}::text[], ${list(({ id }) => id)}::text[],
        ${list(({ chatId }) => chatId)}::text[], ${list(({ text }) => text)}::text[],
        ${list(({ sentByGuest }) => sentByGuest)}::boolean[], ${list(({ type }) => type)}::text[],
        ${list(({ attachments }) => JSON.stringify(attachments))}::text[], ${list(({ userId }) => userId)}::text[],
        ${list(({ userName }) => userName)}::text[], ${list(({ clientId }) => clientId)}::text[],
        ${list(({ staffOnly }) => staffOnly)}::boolean[], ${changes.map(({ patch }) => patch?.language ?? null)}::text[],
        ${listJobs(({ kind }) => kind)}::text[], ${listJobs(({ payload }) => JSON.stringify(payload))}::text[],
        ${listJobs(({ lane }) => lane)}::text[], ${listJobs(({ delayMs = 0 }) => delayMs / 1000)}::float8[]
      ) with ordinality as given (change_type, id, chat_id, text, sent_by_guest, type, attachments, user_id, user_name,
        client_id, staff_only, language, job_kind, job_payload, job_lane, job_delay, place) order by place
    ), log as materialized (
      select given.*, nextval('changes_seq') as seq, clock_timestamp() as now from locked cross join given
    ), chat as (
      update chats set rev = log.seq, updated_at = ${commitTime}, last_message_at = ${commitTime},
        messages_count = messages_count + 1, language = coalesce(log.language, chats.language),
        last_user_message_date = case when log.sent_by_guest then ${commitTime} else last_user_message_date end
      from log where chats.id = log.chat_id returning chats.*
    ), message as (
      insert into messages
        (id, chat_id, text, sent_by_guest, type, created_at, attachments, user_id, user_name, client_id, staff_only)
      select log.id, chat.id, log.text, log.sent_by_guest, log.type, chat.updated_at, log.attachments::jsonb, log.user_id,
        log.user_name, log.client_id, log.staff_only
      from log join chat on chat.id = log.chat_id
    ), entry as (
      insert into changes (seq, type, chat_id, message_id) select log.seq, log.change_type, log.chat_id, log.id from log
    ), job as (
      insert into jobs (kind, payload, lane, run_at)
      select job_kind, job_payload::jsonb, job_lane, clock_timestamp() + make_interval(secs => job_delay)
      from log where job_kind is not null order by seq
      returning pg_notify('bellhop_jobs', '')
    )
    select * from chat`.execute(tx)
  const chats = new Map(rows.map((chat) => [chat.id, chat]))
  return messages.map((message) => {
    const chat = chats.get(message.chatId)
    if (!chat) throw new Error('a change names a chat that is not there')
    return { chat, message: { ...message, createdAt: chat.updatedAt } }
  })
}
