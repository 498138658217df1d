import { sql } from 'kysely'
import { OutgoingRunner, type OutgoingOptions, type OutgoingRun } from '../outgoing/outgoing-runner.ts'
import type { ChannelName } from '../store/channels/channel-tables.ts'
import type { Channel, ChannelOutcome } from './channel.ts'
import { claimMessage, type ClaimedMessage } from './claim-message.ts'
import { composeOutgoing, type ComposeContext } from './compose-outgoing.ts'
import { isWindowClosed, WINDOW_CLOSED } from './facebook-window.ts'
import {
  describeLateness,
  doubtLostClaims,
  releaseMessage,
  settleMessage,
  type SettleContext,
} from './settle-message.ts'

/** Null where none is configured. */
export type Channels = Record<ChannelName, Channel | null>

export interface ChannelRunnerOptions extends OutgoingOptions, SettleContext {
  channels: Channels
  compose: Omit<ComposeContext, 'db'>
}

export type ChannelRunner = OutgoingRunner<ClaimedMessage>

/** Sends at once of one process: chats do not wait for one another, and a slow mail server not for all of SMS. */
const PARALLEL = 8
const NO_SENDER: Record<ChannelName, string> = {
  sms: 'no sender for SMS is configured (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM)',
  facebook: 'no sender for Facebook is configured (FACEBOOK_PAGE_TOKEN and what goes with it)',
  email: 'no sender for email is configured (SMTP_URL and MAIL_FROM)',
}
const UNWANTED = 'the guest has asked for no such messages (STOP)'
const GONE = 'it was removed before it went out'
const FILE_GONE = 'a file of it is missing'
const EMPTY = 'there is nothing in it that can be sent on this channel'
const hasWork = sql<boolean>`exists (select from message_deliveries where status = 'waiting')`

/** Sends the messages of chats by SMS, Facebook and e-mail. */
export function createChannelRunner(options: ChannelRunnerOptions): ChannelRunner {
  const { store } = options
  return new OutgoingRunner(
    {
      name: 'message',
      channel: 'bellhop_channels',
      parallel: PARALLEL,
      hasWork,
      prepare: () => doubtLostClaims(options, 'expired'),
      claim: (now) => claimMessage(store, now),
      deliver: (claimed, run) => deliver(options, claimed, run),
      forgetClaims: () => doubtLostClaims(options, 'all'),
    },
    options,
  )
}

async function deliver(
  options: ChannelRunnerOptions,
  claimed: ClaimedMessage,
  run: OutgoingRun,
): Promise<void> {
  if (run.stopped.aborted) return releaseMessage(options.store, claimed)
  const outcome = await send(options, claimed, run)
  await settleMessage(options, claimed, outcome, await run.readNow())
}

async function send(
  { store, channels, compose }: ChannelRunnerOptions,
  claimed: ClaimedMessage,
  { now, stopped }: OutgoingRun,
): Promise<ChannelOutcome> {
  const { delivery, message, lastUserMessageDate, isUnwanted } = claimed
  const channel = channels[delivery.channel]
  const lateness = describeLateness(claimed, now)
  if (channel === null) return refuse(NO_SENDER[delivery.channel])
  if (message === null) return refuse(GONE)
  if (lateness !== null) return refuse(lateness)
  if (isUnwanted) return refuse(UNWANTED)
  if (delivery.channel === 'facebook' && isWindowClosed(lastUserMessageDate, now)) {
    return refuse(WINDOW_CLOSED)
  }
  const composed = await composeOutgoing({ db: store.db, ...compose }, message, now)
  if (composed === null) return refuse(FILE_GONE)
  const { text, files } = composed
  if (text === '' && files.length === 0) return refuse(EMPTY)
  const { address: to, messageId: deliveryId, chatId } = delivery
  return channel.send({ to, text, attachments: files, deliveryId, chatId, stopped })
}

function refuse(reason: string): ChannelOutcome {
  return { kind: 'refused', reason }
}
