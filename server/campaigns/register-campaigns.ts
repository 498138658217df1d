import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { lockConfiguration } from '../store/configuration/audit.ts'
import type { ServerContext } from '../context.ts'
import type { CampaignRecipientRow, CampaignRunRow } from '../store/campaigns/campaign-tables.ts'
import { endRun, lockRun, markSkipped, stopRun, takePlanned } from '../store/campaigns/runs.ts'
import { CAMPAIGN_JOB } from '../store/jobs/job-kinds.ts'
import type { Change } from '../store/log/change.ts'
import type { Tx } from '../store/store.ts'
import { readCampaign, type CampaignConfig } from './campaign-config.ts'
import { readCampaignWords, type CampaignWords } from './compose-message.ts'
import { readGuestFacts, type GuestFacts } from './guest-facts.ts'
import { findWay } from './plan-run.ts'
import { waitForMorning } from './quiet-hours.ts'
import { describeReach, enqueueCampaignJob, type CampaignContext } from './start-run.ts'
import { writeCampaignMessage } from './write-message.ts'

const payloadSchema = v.object({ runId: v.string() })
const MAX_ATTEMPTS = 5
/** Few, so that guests' own messages come in between (`npm run bench:campaign`). */
const BATCH = 5
/** Between two batches: a run takes a third of a server's time, and guests have the rest. */
const PAUSE_MS = 150
const NOBODY: ReadonlySet<string> = new Set()

/**
 * Lets runs write to their recipients, a few in a transaction: messages, marks and the next job are one, so that whatever ends
 * a process in between, each is written to once (E4). What can't be written stops the run, and its log says so.
 */
export function registerCampaigns(ctx: CampaignContext & Pick<ServerContext, 'jobs'>): void {
  ctx.jobs.registerJob(CAMPAIGN_JOB, {
    maxAttempts: MAX_ATTEMPTS,
    prepare: async ({ payload }, stopped) => {
      const { runId } = v.parse(payloadSchema, payload)
      await setTimeout(PAUSE_MS, undefined, { signal: stopped })
      return (tx: Tx) => writeBatch(ctx, tx, runId)
    },
    giveUp:
      ({ payload }) =>
      async (tx) => {
        const { runId } = v.parse(payloadSchema, payload)
        const run = await lockRun(tx, runId)
        if (run?.state === 'running') await stopRun(tx, runId)
        return []
      },
  })
}

async function writeBatch(ctx: CampaignContext, tx: Tx, runId: string): Promise<Change[]> {
  // A dialog that is led to may write a ticket, whose lock comes before all others.
  await lockConfiguration(tx)
  const run = await lockRun(tx, runId)
  const campaign = run === undefined ? null : readCampaign(run)
  if (run?.state !== 'running' || campaign === null) return []
  const now = new Date()
  const waitMs = campaign.ignoresQuietHours ? 0 : waitForMorning(now, ctx.settings.hotelTimeZone)
  if (waitMs > 0) {
    await enqueueCampaignJob(tx, runId, waitMs)
    return []
  }
  const batch = await takePlanned(tx, runId, BATCH)
  if (batch.length === 0) {
    await endRun(tx, runId, 'done')
    return []
  }
  const words = await readCampaignWords(tx, campaign, ctx.settings.hotelLanguage)
  if ('problem' in words) {
    await stopRun(tx, runId)
    return []
  }
  const changes = await writeToAll(ctx, tx, { run, campaign, words, batch, now })
  await enqueueCampaignJob(tx, runId)
  return changes
}

interface Batch {
  run: CampaignRunRow
  campaign: CampaignConfig
  words: CampaignWords
  batch: CampaignRecipientRow[]
  now: Date
}

async function writeToAll(
  ctx: CampaignContext,
  tx: Tx,
  { campaign, words, batch, now }: Batch,
): Promise<Change[]> {
  const facts = await readGuestFacts(
    tx,
    batch.map(({ guestId }) => guestId),
  )
  const guests = new Map<string, GuestFacts>(facts.map((guest) => [guest.guestId, guest]))
  const changes: Change[] = []
  for (const recipient of batch) {
    const guest = guests.get(recipient.guestId)
    // Whatever has come between since the run was planned: a STOP, a takeover, a window that closed.
    const way =
      guest &&
      findWay(guest, { ...describeReach(ctx, now), contactMethod: recipient.channel, reached: NOBODY })
    if (!guest || !way) await markSkipped(tx, recipient, 'guest_deleted')
    else if (typeof way === 'string') await markSkipped(tx, recipient, way)
    else changes.push(...(await writeCampaignMessage(tx, { recipient, guest, campaign, words })))
  }
  return changes
}
