import type { CampaignPreview } from '#src/contract/campaigns.ts'
import type { ServerContext } from '../context.ts'
import { enqueueJob } from '../store/jobs/enqueue-job.ts'
import { CAMPAIGN_JOB } from '../store/jobs/job-kinds.ts'
import { insertRun, readReached } from '../store/campaigns/runs.ts'
import type { Db, Tx } from '../store/store.ts'
import type { CampaignConfig } from './campaign-config.ts'
import { describeSample, readCampaignWords, type CampaignWords } from './compose-message.ts'
import { findSegment } from './find-segment.ts'
import { waitForMorning } from './quiet-hours.ts'
import { planRun, type Plan, type Reach } from './plan-run.ts'

/** What campaigns need of a running server. */
export type CampaignContext = Pick<ServerContext, 'settings' | 'channels' | 'isDemonstration'>

export interface PlannedCampaign extends Plan {
  words: CampaignWords
}

/** The campaign that is to run. */
export interface RunningCampaign {
  id: string
  config: CampaignConfig
}

const SAMPLES = 3

/** Who would be reached now, and with which words; or why it can't run, in a sentence. */
export async function planCampaign(
  ctx: CampaignContext,
  db: Db,
  { id, config }: RunningCampaign,
  { testUsersOnly, now }: { testUsersOnly: boolean; now: Date },
): Promise<PlannedCampaign | { problem: string }> {
  const words = await readCampaignWords(db, config, ctx.settings.hotelLanguage)
  if ('problem' in words) return words
  const segment = await findSegment(db, config.segment, ctx.settings, now)
  if (segment === null) return { problem: `Its segment '${config.segment}' is gone. Choose another one.` }
  const guests = testUsersOnly ? segment.guests.filter(({ isTest }) => isTest) : segment.guests
  const reached = testUsersOnly ? new Set<string>() : await readReached(db, id)
  return {
    words,
    ...planRun(guests, { ...describeReach(ctx, now), contactMethod: segment.contactMethod, reached }),
  }
}

/** How guests are reached by anything at all. */
export function describeReach(
  ctx: CampaignContext,
  now: Date,
): Pick<Reach, 'senders' | 'isDemonstration' | 'now'> {
  return { senders: ctx.channels.senders, isDemonstration: ctx.isDemonstration, now }
}

/** What a run would do now (CONTRACT section 6). */
export async function previewCampaign(
  ctx: CampaignContext,
  db: Db,
  campaign: RunningCampaign,
  now: Date,
): Promise<CampaignPreview> {
  const plan = await planCampaign(ctx, db, campaign, { testUsersOnly: false, now })
  if ('problem' in plan) {
    return {
      recipients: 0,
      byChannel: {},
      leftOut: [],
      samples: [],
      testUsers: 0,
      problem: plan.problem,
      waitsUntil: null,
    }
  }
  const test = await planCampaign(ctx, db, campaign, { testUsersOnly: true, now })
  const { ignoresQuietHours } = campaign.config
  const waitMs = ignoresQuietHours ? 0 : waitForMorning(now, ctx.settings.hotelTimeZone)
  const byChannel: Record<string, number> = {}
  for (const { channel } of plan.recipients) byChannel[channel] = (byChannel[channel] ?? 0) + 1
  return {
    recipients: plan.recipients.length,
    byChannel,
    leftOut: plan.leftOut,
    samples: plan.recipients.slice(0, SAMPLES).map((recipient) => describeSample(plan.words, recipient)),
    testUsers: 'problem' in test ? 0 : test.recipients.length,
    problem: null,
    waitsUntil: waitMs === 0 ? null : new Date(now.getTime() + waitMs).toISOString(),
  }
}

/**
 * Writes a run with its recipients, and the job that writes to them (E4). Null where the campaign runs already, or has for
 * this slot: of two processes or people one starts it.
 */
export async function startRun(
  tx: Tx,
  { id: campaignId, config }: RunningCampaign,
  plan: Plan,
  how: { slot: string | null; testUsersOnly: boolean; startedBy: string | null },
): Promise<string | null> {
  const runId = await insertRun(tx, {
    campaignId,
    name: config.name,
    config,
    ...how,
    leftOut: plan.leftOut,
    recipients: plan.recipients.map(({ guest, channel, address, chatId }) => ({
      guestId: guest.guestId,
      guestName: guest.name,
      channel,
      address,
      chatId,
    })),
  })
  if (runId !== null) await enqueueCampaignJob(tx, runId)
  return runId
}

/** The next few recipients of a run are written to by whichever process is free, one after another. */
export function enqueueCampaignJob(tx: Tx, runId: string, delayMs = 0): Promise<void> {
  return enqueueJob(tx, { kind: CAMPAIGN_JOB, payload: { runId }, lane: `campaign:${runId}`, delayMs })
}
