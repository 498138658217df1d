import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import type { ClaimedDelivery } from './claim-delivery.ts'
import type { SendOutcome } from './send-push.ts'

/** 5 s doubling; a push service that is down longer than all of it is left alone, the next stage tries again (W5). */
const BACKOFF_SECONDS = 5
const MAX_ATTEMPTS = 5

/**
 * Writes down what became of a delivery, and lets go of its device. What was replaced or removed meanwhile stays so.
 * Neither endpoint nor keys are logged: whoever has them can write to the device.
 */
export async function settleDelivery(
  store: Store,
  { claim, subscription, delivery }: ClaimedDelivery,
  outcome: SendOutcome,
  { now, log }: { now: Date; log: Log },
): Promise<void> {
  const service = new URL(subscription.endpoint).host
  if (outcome.kind === 'gone') {
    await store.db.deleteFrom('pushSubscriptions').where('id', '=', subscription.id).execute()
    log.info('push subscription is gone', { service, user: subscription.userId })
    return
  }
  const retryAt = outcome.kind === 'later' ? findRetry(delivery, outcome.afterSeconds, now) : null
  if (outcome.kind !== 'delivered') {
    const fate = retryAt === null ? 'push given up' : 'push put off'
    log.warn(fate, { service, reason: outcome.reason, kind: delivery.kind, attempts: delivery.attempts + 1 })
  }
  await store.transact(async (tx) => {
    // The device before what waits for it, as everywhere: a device that is removed at the same time takes the same way.
    await tx
      .updateTable('pushSubscriptions')
      .set({ claim: null, claimedUntil: null, retryAt })
      .where('id', '=', subscription.id)
      .where('claim', '=', claim)
      .execute()
    if (retryAt === null) await tx.deleteFrom('pushDeliveries').where('id', '=', delivery.id).execute()
    else {
      await tx
        .updateTable('pushDeliveries')
        .set({ attempts: delivery.attempts + 1 })
        .where('id', '=', delivery.id)
        .execute()
    }
  })
}

/** Lets go of a delivery that was not tried to its end, because this process stops: another one goes on at once. */
export async function releaseDelivery(store: Store, { claim, subscription }: ClaimedDelivery): Promise<void> {
  await store.db
    .updateTable('pushSubscriptions')
    .set({ claim: null, claimedUntil: null })
    .where('id', '=', subscription.id)
    .where('claim', '=', claim)
    .execute()
}

/** When it is tried again; null where it has been tried often enough or would come too late. */
function findRetry(
  delivery: ClaimedDelivery['delivery'],
  afterSeconds: number | null,
  now: Date,
): Date | null {
  if (delivery.attempts + 1 >= MAX_ATTEMPTS) return null
  const seconds = Math.max(afterSeconds ?? 0, BACKOFF_SECONDS * 2 ** delivery.attempts)
  const at = new Date(now.getTime() + seconds * 1_000)
  return at < delivery.expiresAt ? at : null
}
