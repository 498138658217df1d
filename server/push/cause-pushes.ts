import { sql } from 'kysely'
import type { StaffRef } from '#src/contract/chats.ts'
import { writeChatTag } from '#src/contract/push.ts'
import type { Change } from '../store/log/change.ts'
import type { Tx } from '../store/store.ts'
import { addDeliveries } from './add-deliveries.ts'

/**
 * Writes what changes of chats cause (E4): rows that a push runner of any process finds, in the causing transaction. SQL
 * only, and no lock of a device is waited for, so that no call is held up or failed by it. The chats are locked by this
 * transaction.
 */
export async function causePushes(tx: Tx, changes: Change[]): Promise<void> {
  for (const { chatId, patch = {}, guestWrote } of changes) {
    const { holder, needsHelp } = patch
    if (typeof holder === 'object') await endEscalation(tx, chatId, holder)
    else if (needsHelp === false) await endEscalation(tx, chatId, null)
    // Given back with the help request unanswered, it is everybody's again.
    else if (needsHelp === true || holder === 'bot') {
      await beginEscalation(tx, chatId, { hasAsked: needsHelp === true, isFreed: holder !== undefined })
    }
    const heldBy = guestWrote?.holderId ?? null
    if (heldBy !== null) await notifyHolder(tx, chatId, heldBy)
  }
}

/** An open help request keeps its times: asking again delays nothing (W5). A chat that somebody holds has been heard. */
async function beginEscalation(
  tx: Tx,
  chatId: string,
  { hasAsked, isFreed }: { hasAsked: boolean; isFreed: boolean },
): Promise<void> {
  await sql`with moment as (select date_trunc('milliseconds', clock_timestamp()) as now),
    begun as (
      insert into escalations (chat_id, begun_at, stage, due_at)
      select id, now, 0, now from chats, moment
      where id = ${chatId} and (needs_help or ${hasAsked}::boolean) and (holder_id is null or ${isFreed}::boolean)
      on conflict (chat_id) do nothing
      returning chat_id
    )
    select pg_notify('bellhop_push', '') from begun`.execute(tx)
}

/** Taken by `by`, or resolved: no further stage, and what devices show is replaced (W3). */
async function endEscalation(tx: Tx, chatId: string, by: StaffRef | null): Promise<void> {
  await tx.deleteFrom('escalations').where('chatId', '=', chatId).execute()
  const devices = await tx
    .selectFrom('pushSubscriptions')
    .select('id as subscriptionId')
    .where('id', 'in', (eb) =>
      eb.selectFrom('pushShown').select('subscriptionId').where('chatId', '=', chatId),
    )
    // A device that is being removed is skipped: waiting for it could fail the call.
    .forKeyShare()
    .skipLocked()
    .execute()
  if (devices.length === 0) return
  await tx.deleteFrom('pushShown').where('chatId', '=', chatId).execute()
  await addDeliveries(tx, {
    kind: by === null ? 'resolved' : 'taken',
    tag: writeChatTag(chatId),
    chatId,
    to: devices.map(({ subscriptionId }) => ({ subscriptionId, detail: by === null ? {} : { by } })),
  })
}

/** A guest wrote in a chat that somebody holds (W5): their devices are notified. */
async function notifyHolder(tx: Tx, chatId: string, holderId: string): Promise<void> {
  const devices = await tx
    .selectFrom('pushSubscriptions')
    .select('id as subscriptionId')
    .where('userId', '=', holderId)
    .forKeyShare()
    .skipLocked()
    .execute()
  await addDeliveries(tx, {
    kind: 'new_message',
    tag: writeChatTag(chatId),
    chatId,
    to: devices.map(({ subscriptionId }) => ({ subscriptionId, detail: {} })),
  })
}
