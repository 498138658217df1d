import * as v from 'valibot'
import {
  campaignPreviewSchema,
  campaignRunsSchema,
  campaignSchema,
  campaignsSchema,
  startedRunSchema,
  type Campaign,
  type CampaignPreview,
  type CampaignRun,
  type StartedRun,
} from '#src/contract/campaigns.ts'
import { createConfigCalls } from './bot-configs.ts'
import type { ApiSession } from './http.ts'
import type { LogPlace } from './log-place.ts'
import { rowPath, writeRow, type WriteAnswer, type WriteOptions } from './rows.ts'
import { callAs } from './session-call.ts'

const TYPE = 'cronCampaigns'
const RUNS = '/api/campaign-runs'

/** Campaigns are rows of `bot-config` (CONTRACT section 6): listed and deleted by admins, saved by marketing. */
export const campaignCalls = createConfigCalls<Campaign>({
  type: TYPE,
  fields: [
    'isEnabled',
    'name',
    'segment',
    'time',
    'frequency',
    'dialog',
    'action',
    'redirectTo',
    // Of the group `campaigns`: a row has them only where that is offered.
    'timeZone',
    'ignoresQuietHours',
  ],
  rows: campaignsSchema,
  row: campaignSchema,
})

/** One campaign, for those who may not list them. Throws ApiError; 404 where it is gone. */
export function fetchCampaign(session: ApiSession, id: string, signal: AbortSignal): Promise<Campaign> {
  return callAs(
    session,
    { method: 'GET', path: rowPath('/api/bot-config/', id), query: { type: TYPE }, signal },
    campaignSchema,
  )
}

/** Starts a run; `testUsersOnly` is undefined where the group `campaigns` is not offered. */
export function runCampaign(
  session: ApiSession,
  { id, testUsersOnly }: { id: string; testUsersOnly: boolean | undefined },
  options: WriteOptions,
): Promise<WriteAnswer<StartedRun>> {
  const path = rowPath('/api/run-campaign/', id)
  return writeRow(session, { method: 'POST', path, json: { testUsersOnly }, ...options }, startedRunSchema)
}

// Only where the environment announced `campaigns` (CONTRACT section 6).

/** What a run would do now. Throws ApiError. */
export function fetchCampaignPreview(
  session: ApiSession,
  id: string,
  signal: AbortSignal,
): Promise<CampaignPreview> {
  return callAs(
    session,
    { method: 'GET', path: rowPath('/api/campaign-preview/', id), signal },
    campaignPreviewSchema,
  )
}

/** A page of a campaign's runs, newest first; `before` is the last id of the page above. Throws ApiError. */
export function fetchCampaignRuns(
  session: ApiSession,
  campaignId: string,
  { before, limit }: LogPlace,
  signal: AbortSignal,
): Promise<CampaignRun[]> {
  const query = { campaignId, before: before ?? undefined, limit }
  return callAs(session, { method: 'GET', path: RUNS, query, signal }, campaignRunsSchema)
}

/** Has a run send nothing more; what was handed to a provider stays sent. */
export function stopCampaignRun(
  session: ApiSession,
  runId: string,
  options: WriteOptions,
): Promise<WriteAnswer<unknown>> {
  const path = `${rowPath(`${RUNS}/`, runId)}/stop`
  return writeRow(session, { method: 'POST', path, ...options }, v.unknown())
}
