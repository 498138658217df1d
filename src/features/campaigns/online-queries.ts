import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchCampaignPreview, fetchCampaignRuns, runCampaign, stopCampaignRun } from '#src/api/campaigns.ts'
import type { ApiSession } from '#src/api/http.ts'
import type { LogPlace } from '#src/api/log-place.ts'
import { campaignRunsSchema, type CampaignPreview, type CampaignRun } from '#src/contract/campaigns.ts'
import { describeReadFailure } from '#src/online/describe-answer.ts'
import type { WriteKeyed } from '#src/online/keyed-writes.ts'
import { useOnline } from '#src/online/online-context.ts'
import { CAMPAIGNS, NEW_CAMPAIGN, planCampaign } from '#src/online/plans/campaigns.ts'
import { DIALOGS } from '#src/online/plans/intents.ts'
import { SEGMENTS } from '#src/online/plans/segments.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import { usePagedLog, type LogPage, type LogPlan, type PagedLog } from '#src/online/use-paged-log.ts'
import { useWholeLog } from '#src/online/use-whole-log.ts'
import { useKeyedWrites, useWrite } from '#src/online/use-write.ts'
import { describeProblem } from '#src/ui/list/list-source.ts'
import type { StartCalls } from './run-controller.ts'
import { isRunning } from './words.ts'

/** A run under way is looked at this often, everything else that often. */
const RUNNING_POLL_MS = 2_000
const RESTING_POLL_MS = 30_000
/** What a page of the log has unless all of it is read. */
const PAGE_ROWS = 20

/** All campaigns; only for admins. */
export function useCampaigns() {
  return useListSource(CAMPAIGNS)
}

/** The campaign that is edited, null while it is new: of the list for whoever may read that, else by itself. */
export function useCampaign(id: string | null, canList: boolean) {
  const plan = useMemo(() => {
    if (canList) return CAMPAIGNS
    return id === null ? NEW_CAMPAIGN : planCampaign(id)
  }, [id, canList])
  return useListSource(plan)
}

export function useSegments() {
  return useListSource(SEGMENTS)
}

/** Whose response a campaign says, and where it leads: the bot's own dialogs and every intent. */
export function useDialogs() {
  return useListSource(DIALOGS)
}

/** What a run would do now, read anew each time it is asked for; only where the environment announced `campaigns`. */
export function usePreview(campaignId: string, isOffered: boolean) {
  const online = useOnline()
  const { data, error, isFetching, refetch } = useQuery<CampaignPreview>({
    queryKey: ['campaign-preview', campaignId],
    queryFn: async ({ signal }) => fetchCampaignPreview(await online.openSession(), campaignId, signal),
    enabled: isOffered,
    // What a run would do changes with every guest: an answer of before is none.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  return {
    preview: isFetching ? undefined : data,
    problem: error === null || isFetching ? null : describeReadFailure(error),
    reload: () => void refetch(),
  }
}

/** The calls that start runs: they outlive the dialog that asks, so that what had no answer is asked again as the same. */
export function useStartCalls(): StartCalls {
  const write = useKeyedWrites()
  const client = useQueryClient()
  return useMemo(
    () => createStartCalls(write, (id) => void client.invalidateQueries({ queryKey: ['log', nameRuns(id)] })),
    [write, client],
  )
}

function createStartCalls(write: WriteKeyed, onStarted: (campaignId: string) => void): StartCalls {
  return {
    async start(id, testUsersOnly) {
      const written = await write(['run', id, testUsersOnly], (session, options) =>
        runCampaign(session, { id, testUsersOnly }, options),
      )
      onStarted(id)
      return written.kind === 'done'
        ? { kind: 'done', recipients: written.row?.recipients ?? null }
        : { kind: 'failed', message: describeProblem(written) }
    },
  }
}

/** A campaign's runs as far as they are read, the newest first. */
export type Runs = PagedLog<CampaignRun, LogPage<CampaignRun>>

/** Only where the environment announced `campaigns`. */
export function useRuns(campaignId: string) {
  return usePagedLog(useRunsPlan(campaignId))
}

/** Reads all of a campaign's runs, for what is made of the whole. */
export function useRunsReading(campaignId: string, onRead: (rows: readonly CampaignRun[]) => void) {
  return useWholeLog(useRunsPlan(campaignId), onRead)
}

export function useStop() {
  return useWrite(stopCampaignRun, 'This run is no longer there.')
}

function useRunsPlan(campaignId: string): LogPlan<CampaignRun, LogPage<CampaignRun>> {
  return useMemo(
    () => ({
      name: nameRuns(campaignId),
      schema: campaignRunsSchema,
      fetchPage: (session, place, signal) => readPage(session, campaignId, place, signal),
      pollMs: (rows) => (rows.some(isRunning) ? RUNNING_POLL_MS : RESTING_POLL_MS),
    }),
    [campaignId],
  )
}

/** A page that is full may have another one after it. */
async function readPage(
  session: ApiSession,
  campaignId: string,
  { before, limit = PAGE_ROWS }: LogPlace,
  signal: AbortSignal,
): Promise<LogPage<CampaignRun>> {
  const rows = await fetchCampaignRuns(session, campaignId, { before, limit }, signal)
  return { rows, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

function nameRuns(campaignId: string): string {
  return `campaign-runs/${campaignId}`
}
