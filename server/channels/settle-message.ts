import { sql } from 'kysely'
import type { Log } from '../log.ts'
import type { MessageDeliveryRow } from '../store/channels/channel-tables.ts'
import { lockAddress } from '../store/channels/contacts.ts'
import { describeSettled } from '../store/channels/deliveries.ts'
import { hasEvent, nameReceipt } from '../store/channels/provider-events.ts'
import { lockChat } from '../store/chats/lock-chat.ts'
import type { CommitChanges } from '../store/log/change.ts'
import type { Store, Tx } from '../store/store.ts'
import { DOUBT, type ChannelOutcome } from './channel.ts'
import type { ClaimedMessage } from './claim-message.ts'

export interface SettleContext {
  store: Store
  log: Log
  commitChanges: CommitChanges
}

/** 5 s doubling to 10 min, for an hour: what a guest gets later than that answers nothing any more. */
const BACKOFF_SECONDS = 5
const BACKOFF_MAX_SECONDS = 600
const LIFE_SECONDS = 3_600
const TOO_LATE = 'it could not be sent within an hour'

/** Why a message comes too late to be sent at all; null in time. */
export function describeLateness({ delivery }: ClaimedMessage, now: Date): string | null {
  if (now.getTime() < findEnd(delivery)) return null
  return delivery.reason === null ? TOO_LATE : `${TOO_LATE}: ${delivery.reason}`
}

/** Writes down what an attempt has come to, and lets go of the message. What becomes of it is a change of the message. */
export async function settleMessage(
  ctx: SettleContext,
  claimed: ClaimedMessage,
  outcome: ChannelOutcome,
  now: Date,
): Promise<void> {
  const { delivery } = claimed
  const attempts = delivery.attempts + 1
  const fields = { message: delivery.messageId, channel: delivery.channel, attempts }
  switch (outcome.kind) {
    case 'accepted':
      return writeEnd(ctx, claimed, { status: 'sent', providerId: outcome.providerId, attempts })
    case 'refused':
      ctx.log.warn('message refused', fields)
      return writeEnd(ctx, claimed, { status: 'failed', reason: outcome.reason, attempts })
    case 'doubt':
      ctx.log.warn('message in doubt', fields)
      return writeEnd(ctx, claimed, { status: 'doubt', reason: `${outcome.reason}: ${DOUBT}`, attempts })
    case 'later': {
      const nextAt = findRetry(delivery, outcome.afterSeconds, now)
      if (nextAt !== null) {
        ctx.log.warn('message put off', fields)
        return letGo(ctx.store, claimed, { attempts, nextAt, reason: outcome.reason })
      }
      ctx.log.warn('message given up', fields)
      return writeEnd(ctx, claimed, {
        status: 'failed',
        reason: `${outcome.reason}, ${attempts} times`,
        attempts,
      })
    }
  }
}

/** Lets go of a message that was not tried, because this process stops: another one goes on at once. */
export function releaseMessage(store: Store, claimed: ClaimedMessage): Promise<void> {
  return letGo(store, claimed, {})
}

/**
 * Ends in doubt what a process that died was sending: those whose claim has run out, or `all` where there is no other
 * process (E1).
 */
export async function doubtLostClaims(ctx: SettleContext, which: 'expired' | 'all'): Promise<void> {
  const lost = await ctx.store.db
    .selectFrom('messageDeliveries')
    .select(['messageId', 'chatId', 'claim'])
    .where('status', '=', 'waiting')
    .where('claim', 'is not', null)
    .$if(which === 'expired', (query) => query.where(sql<boolean>`claimed_until <= clock_timestamp()`))
    .orderBy('place')
    .execute()
  for (const { messageId, chatId, claim } of lost) {
    await ctx.store.transact(async (tx) => {
      await lockChat(tx, chatId)
      const reason = `the server stopped while it was sent: ${DOUBT}`
      const row = await tx
        .updateTable('messageDeliveries')
        // The claim stays: should that process be alive after all, it knows better.
        .set({ status: 'doubt', reason, claimedUntil: null, updatedAt: sql<Date>`clock_timestamp()` })
        .where('messageId', '=', messageId)
        .where('claim', '=', claim)
        .where('status', '=', 'waiting')
        .returning('messageId')
        .executeTakeFirst()
      if (row) await ctx.commitChanges(tx, [describeSettled(chatId, messageId)])
    })
    ctx.log.warn('message in doubt', { message: messageId })
  }
}

interface Ended {
  status: 'sent' | 'failed' | 'doubt'
  attempts: number
  reason?: string
  providerId?: string | null
}

/** Where a receipt was faster, or the claim was given to a doubt, the row is not this claim's to end any more. */
async function writeEnd(
  { store, commitChanges }: SettleContext,
  { claim, delivery }: ClaimedMessage,
  ended: Ended,
): Promise<void> {
  const { messageId, chatId, channel, address } = delivery
  await store.transact(async (tx) => {
    // A receipt that knows the provider's id alone waits here, or was written down before.
    await lockAddress(tx, channel, address)
    await lockChat(tx, chatId)
    const row = await tx
      .updateTable('messageDeliveries')
      .set({
        reason: null,
        ...ended,
        status: await readStatus(tx, delivery, ended),
        claim: null,
        claimedUntil: null,
        updatedAt: sql<Date>`clock_timestamp()`,
      })
      .where('messageId', '=', messageId)
      .where('claim', '=', claim)
      .where('status', 'in', ['waiting', 'doubt'])
      .returning('messageId')
      .executeTakeFirst()
    if (row) await commitChanges(tx, [describeSettled(chatId, messageId)])
  })
}

async function readStatus(tx: Tx, { channel }: MessageDeliveryRow, { status, providerId }: Ended) {
  if (status !== 'sent' || !providerId) return status
  return (await hasEvent(tx, channel, nameReceipt(providerId, 'delivered'))) ? 'delivered' : status
}

async function letGo(
  store: Store,
  { claim, delivery }: ClaimedMessage,
  put: { attempts?: number; nextAt?: Date; reason?: string },
): Promise<void> {
  await store.db
    .updateTable('messageDeliveries')
    .set({ ...put, claim: null, claimedUntil: null })
    .where('messageId', '=', delivery.messageId)
    .where('claim', '=', claim)
    .where('status', '=', 'waiting')
    .execute()
}

/** When it is tried again; null where it would come too late. */
function findRetry(delivery: MessageDeliveryRow, afterSeconds: number | null, now: Date): Date | null {
  const backoff = Math.min(BACKOFF_SECONDS * 2 ** delivery.attempts, BACKOFF_MAX_SECONDS)
  const at = now.getTime() + Math.max(afterSeconds ?? 0, backoff) * 1_000
  return at < findEnd(delivery) ? new Date(at) : null
}

function findEnd({ createdAt }: MessageDeliveryRow): number {
  return createdAt.getTime() + LIFE_SECONDS * 1_000
}
