import { sql } from 'kysely'
import { PUSH_NEEDS_MAX, type PushNeeds } from '#src/contract/push.ts'
import { readLogState } from '../store/log/log-cursor.ts'
import type { Db } from '../store/store.ts'

/** Payloads carry ids of any environment's making: of ours all fit. */
const NEEDS_MAX_BYTES = 1_000

/**
 * The chats that need this user: nobody holds them and they need help, or the user holds them and the guest wrote last; of
 * both those that have changed since the user read them, on whatever device. So a device that was asleep learns which of its
 * alerts are over. Absent where they are more than a push carries.
 */
export async function readNeeds(db: Db, userId: string): Promise<PushNeeds | undefined> {
  // First where the log stands, then what is so: a change in between is known and not claimed to be.
  const { newest } = await readLogState(db)
  const isUnread = sql`not exists (
    select 1 from push_reads
    where push_reads.user_id = ${userId} and push_reads.chat_id = chats.id and push_reads.rev >= chats.rev
  )`
  const { rows } = await sql<{ id: string }>`
    select id from chats where needs_help and holder_id is null and ${isUnread}
    union all
    select id from chats
    where holder_id = ${userId} and last_user_message_date is not null and ${isUnread} and not exists (
      select 1 from messages
      where chat_id = chats.id and created_at > chats.last_user_message_date and user_id is not null
    )
    limit ${PUSH_NEEDS_MAX + 1}`.execute(db)
  const needs = { rev: newest, chatIds: rows.map(({ id }) => id) }
  const isTooLong = rows.length > PUSH_NEEDS_MAX || Buffer.byteLength(JSON.stringify(needs)) > NEEDS_MAX_BYTES
  return isTooLong ? undefined : needs
}
