import { sql } from 'kysely'
import { createId } from '../../ids.ts'
import type { Db, Tx } from '../store.ts'
import type { AlertDeliveryRow, NewAlertDelivery } from './alert-deliveries.ts'

/** A chat of which a digest is to speak. */
export interface DigestEntry extends NewAlertDelivery {
  chatId: string
  /** There is one open digest for each key. */
  digestKey: string
  /** When it is sent, where this chat is its first; seconds from now where it is a number. */
  due: Date | number
}

/** What there is to say when a digest is sent. */
export interface DigestGuests {
  /** How many still wait, and the first of them as staff see them; null where nobody does. */
  guests: number
  firstName: string | null
}

/**
 * Adds chats to the open digests of their keys, or opens them. The caller holds a lock of each key until the transaction
 * ends; whoever claims a digest meanwhile is waited for, and the chat opens the next one.
 */
export async function addToDigests(tx: Tx, entries: readonly DigestEntry[]): Promise<void> {
  const chats = new Map<string, string[]>()
  for (const { digestKey, chatId } of entries) {
    chats.set(digestKey, [...(chats.get(digestKey) ?? []), chatId])
  }
  const firsts = new Map(entries.toReversed().map((entry) => [entry.digestKey, entry]))
  for (const [digestKey, chatIds] of chats) {
    const first = firsts.get(digestKey)
    if (first) await addToDigest(tx, first, chatIds)
  }
}

async function addToDigest(tx: Tx, first: DigestEntry, chatIds: string[]): Promise<void> {
  const { alertId, alertName, type, notificationType, sendTo, digestKey, due } = first
  const dueAt = typeof due === 'number' ? sql`clock_timestamp() + make_interval(secs => ${due})` : sql`${due}`
  await sql`
    with digest as (
      insert into alert_deliveries
        (id, alert_id, alert_name, type, notification_type, send_to, digest_key, digest_due_at, next_at)
      select ${createId()}, ${alertId}, ${alertName}, ${type}, ${notificationType}, ${sendTo}, ${digestKey}, due, due
      from (select date_trunc('milliseconds', (${dueAt})::timestamptz) as due) as times
      on conflict (digest_key) where digest_key is not null do update set digest_key = excluded.digest_key
      returning id
    )
    insert into alert_digest_chats (delivery_id, chat_id)
    select digest.id, chat_id from digest, unnest(${chatIds}::text[]) with ordinality as added (chat_id, place)
    order by place
    on conflict do nothing`.execute(tx)
}

/** Of whom a digest still has to speak: of help requests, those that nobody has taken or resolved meanwhile. */
export async function readDigestGuests(
  db: Db,
  { id, notificationType }: Pick<AlertDeliveryRow, 'id' | 'notificationType'>,
): Promise<DigestGuests> {
  const waits = notificationType === 'user_needs_help' ? sql`needs_help and holder_id is null` : sql`true`
  const { rows } = await sql<DigestGuests>`
    select count(*)::int as guests, (array_agg(display_name order by entry.id))[1] as first_name
    from alert_digest_chats as entry join chats on chats.id = entry.chat_id
    where delivery_id = ${id} and ${waits}`.execute(db)
  return rows[0] ?? { guests: 0, firstName: null }
}
