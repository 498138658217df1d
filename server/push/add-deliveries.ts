import { sql } from 'kysely'
import type { PushKind } from '#src/contract/push.ts'
import type { Tx } from '../store/store.ts'
import { PUSH_TRAITS } from './traits.ts'

/** What is sent to each of some devices. */
export interface NewDeliveries {
  kind: PushKind
  tag: string
  chatId: string | null
  /** The devices, locked by this transaction (`for key share`), each with what only its push says. */
  to: { subscriptionId: string; detail: unknown }[]
  /** Now, by whoever counts the time; absent: the database's clock. */
  at?: Date
}

/**
 * Writes deliveries and wakes the runners. What waits for the same device under the same tag is replaced: ten messages in
 * a minute are one notification.
 */
export async function addDeliveries(tx: Tx, { kind, tag, chatId, to, at }: NewDeliveries): Promise<void> {
  if (to.length === 0) return
  const ids = to.map(({ subscriptionId }) => subscriptionId)
  await tx.deleteFrom('pushDeliveries').where('subscriptionId', 'in', ids).where('tag', '=', tag).execute()
  const now = at === undefined ? sql<Date>`clock_timestamp()` : sql<Date>`${at}::timestamptz`
  await tx
    .insertInto('pushDeliveries')
    .values(
      to.map(({ subscriptionId, detail }) => ({
        subscriptionId,
        kind,
        tag,
        chatId,
        detail: JSON.stringify(detail),
        createdAt: now,
        expiresAt: sql<Date>`${now} + make_interval(secs => ${PUSH_TRAITS[kind].lifeSeconds}::float8)`,
      })),
    )
    .execute()
  await sql`select pg_notify('bellhop_push', '')`.execute(tx)
}
