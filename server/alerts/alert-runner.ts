import { sql } from 'kysely'
import type { AlertType } from '#src/contract/deliveries.ts'
import { OutgoingRunner, type OutgoingOptions, type OutgoingRun } from '../outgoing/outgoing-runner.ts'
import type { DeliveryProgress } from '../store/alerts/alert-tables.ts'
import type { AlertSender } from './alert-sender.ts'
import { claimAlert, forgetAlertClaims, type ClaimedAlert } from './claim-alert.ts'
import type { HotelWords } from './alert-words.ts'
import { composeAlert } from './compose-alert.ts'
import { readRecipients } from '#src/contract/alert-recipients.ts'
import { isTooLate, refuseAlert, releaseAlert, settleAlert } from './settle-alert.ts'

/** Null where none is configured. */
export type AlertSenders = Record<AlertType, AlertSender | null>

export interface AlertRunnerOptions extends OutgoingOptions {
  senders: AlertSenders
  hotel: HotelWords
}

export type AlertRunner = OutgoingRunner<ClaimedAlert>

/** Sends at once of one process: mail servers take few connections of one client. */
const PARALLEL = 4

/** What stands in the log where nothing can be sent, and what to do about it. */
export const NO_SENDER: Record<AlertType, string> = {
  email: 'not sent: no sender for email is configured (SMTP_URL and MAIL_FROM)',
  SMS: 'not sent: no sender for SMS is configured (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM)',
}
const hasWork = sql<boolean>`exists (select from alert_deliveries where status = 'waiting')`
const NOBODY_LEFT = 'not sent: all of its guests were answered before'
const TOO_LATE = 'not sent: it could not be sent in time'

/** Sends alerts by email and SMS. */
export function createAlertRunner(options: AlertRunnerOptions): AlertRunner {
  const { store } = options
  return new OutgoingRunner(
    {
      name: 'alert',
      channel: 'bellhop_alerts',
      parallel: PARALLEL,
      hasWork,
      claim: (now) => claimAlert(store, now),
      deliver: (claimed, run) => deliver(options, claimed, run),
      forgetClaims: forgetAlertClaims,
    },
    options,
  )
}

async function deliver(
  { store, log, senders, hotel }: AlertRunnerOptions,
  claimed: ClaimedAlert,
  { now, readNow, stopped }: OutgoingRun,
): Promise<void> {
  const { delivery } = claimed
  const refuse = (reason: string) => refuseAlert(store, claimed, { reason, log })
  const sender = senders[delivery.type]
  if (sender === null) return refuse(NO_SENDER[delivery.type])
  if (isTooLate(claimed, now)) return refuse(TOO_LATE)
  if (claimed.guests === 0) return refuse(NOBODY_LEFT)
  const recipients = readRecipients(delivery.type, delivery.sendTo)
  if ('problem' in recipients) return refuse(recipients.problem)
  const before: DeliveryProgress = delivery.progress ?? { reached: [], refused: [], left: recipients.to }
  const outcome = await sender.send(composeAlert(claimed, hotel), before.left, stopped)
  if (stopped.aborted && outcome.later !== null) return releaseAlert(store, claimed)
  await settleAlert(store, claimed, { before, outcome, now: await readNow(), log })
}
