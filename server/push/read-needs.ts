import { sql } from 'kysely'
import { PUSH_NEEDS_MAX, type PushPayload } from '#src/contract/push.ts'
import { readLogState } from '../store/log/log-cursor.ts'
import type { Tx } from '../store/store.ts'

/** Payloads carry ids of any environment's making: of ours all fit. */
const NEEDS_MAX_BYTES = 1_000

/**
 * The chats that need this user: nobody holds them and they need help, or the user holds them and the guest wrote last. So
 * a device that was asleep learns which of its alerts are over. Absent where they are more than a push carries.
 */
export async function readNeeds(tx: Tx, userId: string): Promise<PushPayload['needs']> {
  // First where the log stands, then what is so: a change in between is known and not claimed to be.
  const { newest } = await readLogState(tx)
  const { rows } = await sql<{ id: string }>`
    select id from chats where needs_help and holder_id is null
    union all
    select id from chats where holder_id = ${userId} and last_user_message_date is not null and not exists (
      select 1 from messages
      where chat_id = chats.id and created_at > chats.last_user_message_date and user_id is not null
    )
    limit ${PUSH_NEEDS_MAX + 1}`.execute(tx)
  const needs = { rev: newest, chatIds: rows.map(({ id }) => id) }
  const isTooLong = rows.length > PUSH_NEEDS_MAX || Buffer.byteLength(JSON.stringify(needs)) > NEEDS_MAX_BYTES
  return isTooLong ? undefined : needs
}
