import * as v from 'valibot'
import { configRowFields, looseTextSchema, type ConfigRow } from './config-rows.ts'
import { configSchema, configsSchema } from './bot-configs.ts'
import { instantSchema, rowsSchema, type LenientFields, type Marked } from './lenient.ts'

/** What a campaign does with a guest (specification section 9). */
export const CAMPAIGN_ACTIONS = ['rating', 'roomupgrade', 'message', 'redirect'] as const
export type CampaignAction = (typeof CAMPAIGN_ACTIONS)[number]

/** A row of `bot-config` of type `cronCampaigns` (specification section 3). */
export interface Campaign extends ConfigRow {
  isEnabled: boolean
  name: string
  /** A segment's id, which is its name. */
  segment: string
  /** `HH:mm` by the clock of `timeZone`; nothing where it runs once. */
  time: string
  frequency: string
  /** Whose response is said: the id of `GET /api/dialogs-list`. */
  dialog: string
  /** One of `CAMPAIGN_ACTIONS`, or any other word. */
  action: string
  /** The dialog that the guest is led into; nothing where the action is `message`. */
  redirectTo: string
  /** IANA name; absent: the hotel's own. */
  timeZone?: string
  /** Goes out between 21:00 and 08:00 of the hotel too. */
  ignoresQuietHours?: boolean
}

/** Why guests of the segment are left out of a run. */
export const LEFT_OUT_REASONS = [
  'no_channel',
  'channel_unavailable',
  'window_closed',
  'stopped',
  'blocked',
  'reached_already',
  'with_staff',
] as const

/** `GET /api/campaign-preview/{id}` (x): what a run would do now. */
export interface CampaignPreview {
  recipients: number
  byChannel: Record<string, number>
  /** `reason` is one of `LEFT_OUT_REASONS`, or any other word. */
  leftOut: { reason: string; guests: number }[]
  samples: CampaignSample[]
  /** How many test users a run for them alone would reach. */
  testUsers: number
  /** Why it can't run at all; null where it can. */
  problem: string | null
  /** When quiet hours end for which it would wait; null: it would begin at once. */
  waitsUntil: string | null
}

export interface CampaignSample {
  guest: string
  channel: string
  /** With its variables filled. */
  text: string
  /** Of how many parts it is, where it goes by SMS. */
  parts: number | null
}

/** `missed`: its time was slept through, and nothing was sent. */
export type RunState = 'running' | 'done' | 'stopped' | 'missed'

/** A row of `GET /api/campaign-runs` (x), the newest first. */
export interface CampaignRun extends Marked {
  id: string
  campaignId: string
  /** As it was called then. */
  campaign: string
  /** One of `RunState`, or any other word. */
  state: string
  startedAt: string
  endedAt: string | null
  /** Who pressed Run; null: by its time. */
  startedBy: string | null
  testUsersOnly: boolean
  planned: number
  /** Written and not yet taken by the channel's provider. */
  waiting: number
  sent: number
  delivered: number
  failed: number
  failures: { reason: string; guests: number }[]
  leftOut: { reason: string; guests: number }[]
  replied: number
  /** Guests who wrote STOP after it. */
  stopped: number
  /** Guests of whom nobody knows whether it reached them: it is not sent again. */
  doubtful: string[]
}

/** `POST /api/run-campaign/{id}`: 202. Only `recipients` where the group `campaigns` is not offered. */
export interface StartedRun {
  recipients: number
  runId?: string
}

const text = { schema: looseTextSchema, otherwise: '' }
const campaignFields: LenientFields<Omit<Campaign, 'unreadable'>> = {
  ...configRowFields,
  isEnabled: { schema: v.optional(v.boolean(), true), otherwise: true },
  name: text,
  segment: text,
  time: text,
  frequency: text,
  dialog: text,
  action: text,
  redirectTo: text,
  timeZone: { schema: v.optional(v.string()), otherwise: undefined },
  ignoresQuietHours: { schema: v.optional(v.boolean()), otherwise: undefined },
}
export const campaignsSchema = configsSchema(campaignFields)
export const campaignSchema = configSchema(campaignFields)

const countsSchema = v.array(v.object({ reason: v.string(), guests: v.number() }))

export const campaignPreviewSchema: v.GenericSchema<unknown, CampaignPreview> = v.object({
  recipients: v.number(),
  byChannel: v.record(v.string(), v.number()),
  leftOut: countsSchema,
  samples: v.array(
    v.object({ guest: v.string(), channel: v.string(), text: v.string(), parts: v.nullable(v.number()) }),
  ),
  testUsers: v.optional(v.number(), 0),
  problem: v.optional(v.nullable(v.string()), null),
  waitsUntil: v.optional(v.nullable(instantSchema), null),
})

const count = { schema: v.number(), otherwise: 0 }
const reasons = { schema: countsSchema, otherwise: [] }
const runFields: LenientFields<Omit<CampaignRun, 'unreadable'>> = {
  id: { schema: v.string(), otherwise: '' },
  campaignId: { schema: v.string(), otherwise: '' },
  campaign: text,
  state: { schema: v.string(), otherwise: '' },
  startedAt: { schema: instantSchema, otherwise: new Date(0).toISOString() },
  endedAt: { schema: v.nullable(instantSchema), otherwise: null },
  startedBy: { schema: v.nullable(v.string()), otherwise: null },
  testUsersOnly: { schema: v.optional(v.boolean(), false), otherwise: false },
  planned: count,
  waiting: count,
  sent: count,
  delivered: count,
  failed: count,
  failures: reasons,
  leftOut: reasons,
  replied: count,
  stopped: count,
  doubtful: { schema: v.array(v.string()), otherwise: [] },
}
export const campaignRunsSchema = rowsSchema(runFields)

export const startedRunSchema = v.object({
  recipients: v.number(),
  runId: v.optional(v.string()),
}) as v.GenericSchema<unknown, StartedRun>
