import type { Generated, Selectable } from 'kysely'
import type { RunState } from '#src/contract/campaigns.ts'
import type { SegmentFilter } from '#src/contract/segments.ts'
import type { ChannelName } from '../channels/channel-tables.ts'
import type { Instant, InstantDefaultNow, Json, NullableInstant, Version } from '../column-types.ts'

/** Segments that the hotel made; the built-in ones have no row. */
export interface SegmentsTable {
  /** Its name (s). */
  id: string
  filter: Json<SegmentFilter>
  createdAt: InstantDefaultNow
  version: Version
}

export interface CampaignRunsTable {
  id: string
  campaignId: string
  /** As the campaign was called when it ran. */
  name: string
  /** The campaign as it was then. */
  config: Json<Record<string, unknown>>
  /** The day and time for which it ran; null where a person pressed Run. */
  slot: string | null
  state: RunState
  testUsersOnly: Generated<boolean>
  /** The name of who pressed Run; null: by its time. */
  startedBy: string | null
  leftOut: Json<{ reason: string; guests: number }[]>
  startedAt: InstantDefaultNow
  endedAt: NullableInstant
}

/** A guest of a run. What became of the message is in `message_deliveries`. */
export interface CampaignRecipientsTable {
  runId: string
  guestId: string
  guestName: string
  channel: ChannelName
  address: string
  /** Null before the guest has a chat on that channel. */
  chatId: string | null
  /** `skipped`: what let the run mean the guest had ended by its turn; `reason` says what. */
  state: Generated<'planned' | 'written' | 'skipped'>
  reason: string | null
  messageId: string | null
  writtenAt: NullableInstant
}

/** What a campaign has asked a guest, until the next message. */
export interface PendingCampaignsTable {
  chatId: string
  runId: string
  action: string
  askedAt: Instant
}

export type SegmentRow = Selectable<SegmentsTable>
export type CampaignRunRow = Selectable<CampaignRunsTable>
export type CampaignRecipientRow = Selectable<CampaignRecipientsTable>
