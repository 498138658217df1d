import { sql } from 'kysely'
import { createId } from '../../ids.ts'
import type { ChannelName } from '../channels/channel-tables.ts'
import type { Db, Tx } from '../store.ts'
import type { CampaignRecipientRow, CampaignRunRow } from './campaign-tables.ts'

/** A run before it is written, and whom it is to reach. */
export interface NewRun {
  campaignId: string
  name: string
  config: object
  /** The day and time for which it runs; null where a person pressed Run. */
  slot: string | null
  testUsersOnly: boolean
  startedBy: string | null
  leftOut: { reason: string; guests: number }[]
  recipients: {
    guestId: string
    guestName: string
    channel: ChannelName
    address: string
    chatId: string | null
  }[]
}

/** For so long a campaign leaves a guest in peace whom it has reached. */
const REACHED_DAYS = 30

/** Writes a run and its recipients. Null where this campaign runs already, or has run for this slot. */
export async function insertRun(tx: Tx, run: NewRun): Promise<string | null> {
  const id = createId()
  const { recipients, campaignId, name, slot, testUsersOnly, startedBy } = run
  const inserted = await tx
    .insertInto('campaignRuns')
    .values({
      id,
      campaignId,
      name,
      slot,
      testUsersOnly,
      startedBy,
      config: JSON.stringify(run.config),
      leftOut: JSON.stringify(run.leftOut),
      state: 'running',
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  const column = <K extends keyof NewRun['recipients'][number]>(key: K) => recipients.map((one) => one[key])
  await sql`
    insert into campaign_recipients (run_id, guest_id, guest_name, channel, address, chat_id)
    select ${id}, * from unnest(${column('guestId')}::text[], ${column('guestName')}::text[],
      ${column('channel')}::text[], ${column('address')}::text[], ${column('chatId')}::text[])`.execute(tx)
  return id
}

/** Writes down that a time was slept through. Nothing where the slot has run, or was missed before. */
export async function insertMissedRun(
  db: Db,
  { campaignId, name, config, slot }: Pick<NewRun, 'campaignId' | 'name' | 'config'> & { slot: string },
): Promise<void> {
  await db
    .insertInto('campaignRuns')
    .values({
      id: createId(),
      campaignId,
      name,
      slot,
      config: JSON.stringify(config),
      leftOut: '[]',
      state: 'missed',
      endedAt: sql<Date>`now()`,
    })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Whether a campaign is running now. */
export async function isRunning(db: Db, campaignId: string): Promise<boolean> {
  const row = await db
    .selectFrom('campaignRuns')
    .select('id')
    .where('campaignId', '=', campaignId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return row !== undefined
}

/** Locked for this transaction, so that who stops it and who writes for it follow one another. */
export function lockRun(tx: Tx, id: string): Promise<CampaignRunRow | undefined> {
  return tx.selectFrom('campaignRuns').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The next recipients of a run that nothing was written to yet. The run is locked. */
export function takePlanned(tx: Tx, runId: string, limit: number): Promise<CampaignRecipientRow[]> {
  return tx
    .selectFrom('campaignRecipients')
    .selectAll()
    .where('runId', '=', runId)
    .where('state', '=', 'planned')
    .orderBy('guestId')
    .limit(limit)
    .execute()
}

/** The message is to be committed in this transaction. */
export async function markWritten(
  tx: Tx,
  { runId, guestId }: Pick<CampaignRecipientRow, 'runId' | 'guestId'>,
  { chatId, messageId }: { chatId: string; messageId: string },
): Promise<void> {
  await tx
    .updateTable('campaignRecipients')
    .set({ state: 'written', chatId, messageId, writtenAt: sql<Date>`clock_timestamp()` })
    .where('runId', '=', runId)
    .where('guestId', '=', guestId)
    .execute()
}

/** What let the run mean this guest has ended. */
export async function markSkipped(
  tx: Tx,
  { runId, guestId }: Pick<CampaignRecipientRow, 'runId' | 'guestId'>,
  reason: string,
): Promise<void> {
  await tx
    .updateTable('campaignRecipients')
    .set({ state: 'skipped', reason })
    .where('runId', '=', runId)
    .where('guestId', '=', guestId)
    .execute()
}

export async function endRun(tx: Tx, id: string, state: 'done' | 'stopped'): Promise<void> {
  await tx
    .updateTable('campaignRuns')
    .set({ state, endedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** What a stopped run has not let out stays in the house: what is being sent this moment can't be called back. */
export async function stopRun(tx: Tx, id: string): Promise<void> {
  await endRun(tx, id, 'stopped')
  await sql`update campaign_recipients set state = 'skipped', reason = 'run_stopped'
    where run_id = ${id} and state = 'planned'`.execute(tx)
  await sql`update message_deliveries set status = 'failed', reason = 'The campaign was stopped before it went out.',
      updated_at = clock_timestamp()
    where status = 'waiting' and claim is null
      and message_id in (select message_id from campaign_recipients where run_id = ${id})`.execute(tx)
}

/** Stops what a campaign has not let out: it was switched off, or is gone. */
export async function stopRunsOf(tx: Tx, campaignId: string): Promise<void> {
  const runs = await tx
    .selectFrom('campaignRuns')
    .select('id')
    .where('campaignId', '=', campaignId)
    .where('state', '=', 'running')
    .forUpdate()
    .execute()
  for (const { id } of runs) await stopRun(tx, id)
}

/** Guests whom a campaign has reached lately; tries with test users don't count. */
export async function readReached(db: Db, campaignId: string): Promise<Set<string>> {
  const { rows } = await sql<{ guestId: string }>`
    select distinct guest_id from campaign_recipients
    join campaign_runs on campaign_runs.id = run_id
    where campaign_id = ${campaignId} and not test_users_only and campaign_recipients.state <> 'skipped'
      and started_at > now() - make_interval(days => ${REACHED_DAYS}::int)`.execute(db)
  return new Set(rows.map(({ guestId }) => guestId))
}
