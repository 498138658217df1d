import { sql } from 'kysely'
import type { PushPayload } from '#src/contract/push.ts'
import { filterAlive } from '../auth/sessions.ts'
import { createId } from '../ids.ts'
import type { Store, Tx } from '../store/store.ts'
import { composePayload, type DeliveryRow, type SubscriptionRow } from './compose.ts'

/** A delivery that this process sends, and nobody else while the claim holds. */
export interface ClaimedDelivery {
  claim: string
  subscription: SubscriptionRow
  delivery: DeliveryRow
  payload: PushPayload
}

/** Longer than a send can take, so that only the claim of a process that died is taken over. */
const CLAIM_SECONDS = 20
/**
 * Claims are counted by the database's clock at that very moment, unlike all that is due: a run goes by one time, and may
 * have waited for other transactions since. A claim that began with the run could end before its send does, and another
 * one would send the same again.
 */
const CLAIM_ENDS = sql<Date>`clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}::float8)`
const CLAIM_HAS_ENDED = sql<boolean>`claimed_until <= clock_timestamp()`

/**
 * Claims the oldest delivery that is due at `now`, one at a time of each device, and says what it says. Drops on the way
 * what has expired, has no meaning any more, or whose session has ended. Null: there is none.
 */
export async function claimDelivery(store: Store, now: Date): Promise<ClaimedDelivery | null> {
  for (;;) {
    const step = await store.transact((tx) => claimNext(tx, now))
    if (step !== 'dropped') return step
  }
}

/** One delivery a transaction: no row that was dropped stays locked while another chat is waited for. */
async function claimNext(tx: Tx, now: Date): Promise<ClaimedDelivery | 'dropped' | null> {
  const subscription = await lockDueSubscription(tx, now)
  if (!subscription) return null
  const { id } = subscription
  const delivery = await tx
    .selectFrom('pushDeliveries')
    .selectAll()
    .where('subscriptionId', '=', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!delivery) return 'dropped'
  const living = await filterAlive(tx, [subscription.sessionHash])
  if (!living.has(subscription.sessionHash)) {
    await tx.deleteFrom('pushSubscriptions').where('id', '=', id).execute()
    return 'dropped'
  }
  const isInTime = delivery.expiresAt > now
  const payload = isInTime ? await composePayload(tx, subscription, delivery, now) : null
  if (payload === null) {
    await tx.deleteFrom('pushDeliveries').where('id', '=', delivery.id).execute()
    return 'dropped'
  }
  if (payload.kind === 'needs_help') {
    await tx
      .insertInto('pushShown')
      .values({ chatId: payload.chatId, subscriptionId: id })
      .onConflict((on) => on.columns(['chatId', 'subscriptionId']).doNothing())
      .execute()
  }
  const claim = createId()
  await tx
    .updateTable('pushSubscriptions')
    .set({ claim, claimedUntil: CLAIM_ENDS })
    .where('id', '=', id)
    .execute()
  return { claim, subscription, delivery, payload }
}

/**
 * A device with something to send that nobody sends to and that asked for no rest. The lock lets others add deliveries
 * for it (`for key share`), and no other runner in.
 */
async function lockDueSubscription(tx: Tx, now: Date): Promise<SubscriptionRow | null> {
  const row = await tx
    .selectFrom('pushSubscriptions')
    .selectAll()
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), CLAIM_HAS_ENDED]))
    .where((eb) => eb.or([eb('retryAt', 'is', null), eb('retryAt', '<=', now)]))
    .where('id', 'in', (eb) => eb.selectFrom('pushDeliveries').select('subscriptionId'))
    .orderBy((eb) =>
      eb
        .selectFrom('pushDeliveries')
        .select(({ fn }) => fn.min('pushDeliveries.id').as('oldest'))
        .whereRef('pushDeliveries.subscriptionId', '=', 'pushSubscriptions.id'),
    )
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/** What a process that died left claimed; only where there is no other process (E1). */
export async function forgetClaims(store: Store): Promise<void> {
  await store.db.updateTable('pushSubscriptions').set({ claim: null, claimedUntil: null }).execute()
}
