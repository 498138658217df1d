import { writeChatTag } from '#src/contract/push.ts'
import { alive } from '../auth/sessions.ts'
import { readBotConfigs } from '../store/configuration/bot-configs.ts'
import type { Store, Tx } from '../store/store.ts'
import { addDeliveries } from './add-deliveries.ts'
import { chooseAudience, STAGE_AFTER_MS, STAGES, type Device, type Stage } from './choose-audience.ts'
import { readShifts } from './duty.ts'

/** Help requests whose stage is handled in one go; the rest follows at the next. */
const BATCH_ALERTS = 50

/** Writes the deliveries of every stage that is due at `now` (W5). Any number of processes may do it at once. */
export async function escalateDue(store: Store, now: Date, hotelTimeZone: string): Promise<void> {
  const due = await store.db
    .selectFrom('escalations')
    .select('chatId')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(BATCH_ALERTS)
    .execute()
  for (const { chatId } of due) {
    await store.transact((tx) => escalate(tx, { chatId, now, hotelTimeZone }))
  }
}

/**
 * One stage of one help request, exactly once: its row moves on in the transaction that writes its deliveries. The chat is
 * locked first, as by whoever takes it, so that a takeover comes before or after; one that is being changed waits for the
 * next time.
 */
async function escalate(
  tx: Tx,
  { chatId, now, hotelTimeZone }: { chatId: string; now: Date; hotelTimeZone: string },
): Promise<void> {
  const chat = await tx
    .selectFrom('chats')
    .select(['needsHelp', 'holderId'])
    .where('id', '=', chatId)
    .forShare()
    .skipLocked()
    .executeTakeFirst()
  if (!chat) return
  const escalation = await tx
    .selectFrom('escalations')
    .selectAll()
    .where('chatId', '=', chatId)
    .where('dueAt', '<=', now)
    .forUpdate()
    .executeTakeFirst()
  if (!escalation) return
  const stage = findStage(now.getTime() - escalation.begunAt.getTime(), escalation.stage)
  const isHeard = !chat.needsHelp || chat.holderId !== null
  if (!isHeard) await notifyStaff(tx, { chatId, stage, now, hotelTimeZone })
  const next = isHeard ? undefined : STAGES.find((later) => later > stage)
  if (next === undefined) {
    await tx.deleteFrom('escalations').where('chatId', '=', chatId).execute()
    return
  }
  await tx
    .updateTable('escalations')
    .set({ stage: next, dueAt: new Date(escalation.begunAt.getTime() + STAGE_AFTER_MS[next]) })
    .where('chatId', '=', chatId)
    .execute()
}

/** The last stage whose time has come: after a stop of the server the widest circle is told once, not each in turn. */
function findStage(elapsedMs: number, least: number): Stage {
  return STAGES.findLast((stage) => stage <= least || elapsedMs >= STAGE_AFTER_MS[stage]) ?? 0
}

async function notifyStaff(
  tx: Tx,
  { chatId, stage, now, hotelTimeZone }: { chatId: string; stage: Stage; now: Date; hotelTimeZone: string },
): Promise<void> {
  const shifts = readShifts(await readBotConfigs(tx, 'agentOnDuty'), hotelTimeZone)
  const notified = chooseAudience(stage, { devices: await lockDevices(tx), shifts, now })
  await addDeliveries(tx, {
    kind: 'needs_help',
    tag: writeChatTag(chatId),
    chatId,
    at: now,
    to: notified.map(({ subscriptionId, line }) => ({ subscriptionId, detail: { stage, line } })),
  })
}

/** The devices of everybody who is signed in, but those that are being removed. */
function lockDevices(tx: Tx): Promise<Device[]> {
  return tx
    .selectFrom('pushSubscriptions')
    .innerJoin('users', 'users.id', 'pushSubscriptions.userId')
    .innerJoin('sessions', 'sessions.tokenHash', 'pushSubscriptions.sessionHash')
    .select(['pushSubscriptions.id as subscriptionId', 'users.id as userId', 'users.role'])
    .where(alive)
    .orderBy('pushSubscriptions.id')
    .forKeyShare('pushSubscriptions')
    .skipLocked()
    .execute()
}
