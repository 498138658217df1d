import { sql } from 'kysely'
import { OutgoingRunner, type OutgoingOptions, type OutgoingRun } from '../outgoing/outgoing-runner.ts'
import { claimDelivery, forgetClaims, type ClaimedDelivery } from './claim-delivery.ts'
import { escalateDue } from './escalate.ts'
import { sendPush, type Sender } from './send-push.ts'
import { releaseDelivery, settleDelivery } from './settle-delivery.ts'
import { PUSH_TRAITS } from './traits.ts'

export interface PushRunnerOptions extends OutgoingOptions {
  sender: Sender
  /** For shifts that name no time zone. */
  hotelTimeZone: string
}

const hasWork = sql<boolean>`exists (select from escalations) or exists (select from push_deliveries)`

export type PushRunner = OutgoingRunner<ClaimedDelivery>

/** Sends at once of one process, each to another device. */
const PARALLEL = 8

/** Stages of escalations become deliveries, deliveries are claimed and sent (W5). */
export function createPushRunner(options: PushRunnerOptions): PushRunner {
  const { store, hotelTimeZone } = options
  return new OutgoingRunner(
    {
      name: 'push',
      channel: 'bellhop_push',
      parallel: PARALLEL,
      hasWork,
      prepare: (now) => escalateDue(store, now, hotelTimeZone),
      claim: (now) => claimDelivery(store, now),
      deliver: (claimed, run) => deliver(options, claimed, run),
      forgetClaims,
    },
    options,
  )
}

async function deliver(
  { store, log, sender }: PushRunnerOptions,
  claimed: ClaimedDelivery,
  { now, readNow, stopped }: OutgoingRun,
): Promise<void> {
  const { subscription, delivery, payload } = claimed
  const { urgency, lifeSeconds } = PUSH_TRAITS[delivery.kind]
  const leftSeconds = Math.ceil((delivery.expiresAt.getTime() - now.getTime()) / 1_000)
  // It may have been written a moment after this run took its time.
  const ttlSeconds = Math.min(leftSeconds, lifeSeconds)
  const outcome = await sendPush(sender, { subscription, payload, ttlSeconds, urgency }, stopped)
  if (stopped.aborted && outcome.kind === 'later') await releaseDelivery(store, claimed)
  else await settleDelivery(store, claimed, outcome, { now: await readNow(), log })
}
