import { sql } from 'kysely'
import { createId } from '../ids.ts'
import type { AlertDeliveryRow } from '../store/alerts/alert-deliveries.ts'
import { readDigestGuests } from '../store/alerts/alert-digests.ts'
import type { Db, Store } from '../store/store.ts'

/** An alert that this process sends, and nobody else while the claim holds. */
export interface ClaimedAlert {
  claim: string
  delivery: AlertDeliveryRow
  /** The guest, and the first of a digest, as staff see them; null for a test, and where the chat is gone. */
  guestName: string | null
  /** Of how many guests it speaks; none is left of a digest that nobody has to hear of any more. */
  guests: number
}

/** Longer than a send can take, by the database's clock at that very moment: see `push/claim-delivery.ts`. */
const CLAIM_SECONDS = 60

/**
 * Claims the alert that has been due the longest at `now`; null where there is none. A digest that is claimed takes no further
 * chats: they open the next one.
 */
export async function claimAlert(store: Store, now: Date): Promise<ClaimedAlert | null> {
  const claim = createId()
  const delivery = await store.db
    .updateTable('alertDeliveries')
    .set({
      claim,
      digestKey: null,
      claimedUntil: sql<Date>`clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}::float8)`,
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('alertDeliveries')
        .select('id')
        .where('status', '=', 'waiting')
        .where('nextAt', '<=', now)
        .where((w) =>
          w.or([w('claimedUntil', 'is', null), w('claimedUntil', '<=', sql<Date>`clock_timestamp()`)]),
        )
        .orderBy('nextAt')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  if (!delivery) return null
  return { claim, delivery, ...(await readGuests(store.db, delivery)) }
}

async function readGuests(
  db: Db,
  delivery: AlertDeliveryRow,
): Promise<Pick<ClaimedAlert, 'guestName' | 'guests'>> {
  if (delivery.digestDueAt !== null) {
    const { firstName, guests } = await readDigestGuests(db, delivery)
    return { guestName: firstName, guests }
  }
  const chat = await db
    .selectFrom('chats')
    .select('displayName')
    .where('id', '=', delivery.chatId)
    .executeTakeFirst()
  return { guestName: chat?.displayName ?? null, guests: 1 }
}

/** What a process that died left claimed; only where there is no other process (E1). */
export async function forgetAlertClaims(store: Store): Promise<void> {
  await store.db
    .updateTable('alertDeliveries')
    .set({ claim: null, claimedUntil: null })
    .where('claim', 'is not', null)
    .execute()
}
