import type { Log } from '../log.ts'
import type { DeliveryProgress } from '../store/alerts/alert-tables.ts'
import type { Store } from '../store/store.ts'
import type { SendOutcome } from './alert-sender.ts'
import type { ClaimedAlert } from './claim-alert.ts'

/** 10 s doubling to 10 min, for an hour: an alert is of use for so long, as a push is. */
const BACKOFF_SECONDS = 10
const BACKOFF_MAX_SECONDS = 600
const LIFE_SECONDS = 3_600

/** Whether it would come too late to be of use. */
export function isTooLate({ delivery }: ClaimedAlert, now: Date): boolean {
  return now.getTime() >= findEnd(delivery)
}

/**
 * Writes down what an attempt to reach those who were left in `before` has come to, and lets go of the delivery. The reasons
 * are for admins: they may name people, so that the log of the process says no more than which delivery it is.
 */
export async function settleAlert(
  store: Store,
  claimed: ClaimedAlert,
  { before, outcome, now, log }: { before: DeliveryProgress; outcome: SendOutcome; now: Date; log: Log },
): Promise<void> {
  const { delivery } = claimed
  const attempts = delivery.attempts + 1
  const progress = advance(before, outcome)
  const refusals = describeRefusals(progress)
  const retryAt = outcome.later === null ? null : findRetry(delivery, outcome.later.afterSeconds, now)
  const fields = { delivery: delivery.id, type: delivery.type, attempts }
  const digestGuests = delivery.digestDueAt === null ? null : claimed.guests
  const written = { attempts, digestGuests, progress: JSON.stringify(progress) }
  if (outcome.later !== null && retryAt !== null) {
    const error = [...refusals, outcome.later.reason].join('; ')
    log.warn('alert put off', fields)
    await letGo(store, claimed, { ...written, nextAt: retryAt, error })
    return
  }
  const givenUp = outcome.later === null ? [] : [`${outcome.later.reason}, ${attempts} times`]
  const reasons = [...refusals, ...givenUp]
  if (reasons.length === 0) {
    await letGo(store, claimed, { ...written, status: 'sent', error: null })
    return
  }
  const error = [...reasons, ...(progress.reached.length > 0 ? ['the others have it'] : [])].join('; ')
  log.warn('alert given up', fields)
  await letGo(store, claimed, { ...written, status: 'failed', error })
}

/** Settles a delivery for which there is no attempt any more. */
export async function refuseAlert(
  store: Store,
  claimed: ClaimedAlert,
  { reason, log }: { reason: string; log: Log },
): Promise<void> {
  const { delivery } = claimed
  log.warn('alert not sent', { delivery: delivery.id, type: delivery.type })
  const error = delivery.error === null ? reason : `${reason}; ${delivery.error}`
  await letGo(store, claimed, { status: 'failed', error })
}

/** Lets go of a delivery that was not tried to its end, because this process stops: another one goes on at once. */
export async function releaseAlert(store: Store, claimed: ClaimedAlert): Promise<void> {
  await letGo(store, claimed, {})
}

interface Settled {
  status?: 'sent' | 'failed'
  attempts?: number
  nextAt?: Date
  digestGuests?: number | null
  progress?: string
  error?: string | null
}

/** Where the claim has run out and another process has the delivery, that one counts. */
async function letGo(store: Store, { claim, delivery }: ClaimedAlert, settled: Settled): Promise<void> {
  await store.db
    .updateTable('alertDeliveries')
    .set({ ...settled, claim: null, claimedUntil: null })
    .where('id', '=', delivery.id)
    .where('claim', '=', claim)
    .execute()
}

function advance(before: DeliveryProgress, { refused, later }: SendOutcome): DeliveryProgress {
  const left = later?.to ?? []
  const isMissed = (to: string) => left.includes(to) || refused.some((refusal) => refusal.to === to)
  return {
    reached: [...before.reached, ...before.left.filter((to) => !isMissed(to))],
    refused: [...before.refused, ...refused],
    left,
  }
}

/** Who is meant goes without saying where there is one only. */
function describeRefusals({ reached, refused, left }: DeliveryProgress): string[] {
  const isOne = reached.length + refused.length + left.length === 1
  return refused.map(({ to, reason }) => (isOne ? reason : `${to}: ${reason}`))
}

/** When it is tried again; null where it would come too late. */
function findRetry(delivery: ClaimedAlert['delivery'], afterSeconds: number | null, now: Date): Date | null {
  const backoff = Math.min(BACKOFF_SECONDS * 2 ** delivery.attempts, BACKOFF_MAX_SECONDS)
  const at = now.getTime() + Math.max(afterSeconds ?? 0, backoff) * 1_000
  return at < findEnd(delivery) ? new Date(at) : null
}

/** A digest is of use from when it is due: some wait for almost as long as that before. */
function findEnd({ createdAt, digestDueAt }: ClaimedAlert['delivery']): number {
  return (digestDueAt ?? createdAt).getTime() + LIFE_SECONDS * 1_000
}
