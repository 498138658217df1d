import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { keepReport } from '#src/actions/keep-report.ts'
import { ApiError } from '#src/api/errors.ts'
import { fetchReport } from '#src/api/reports.ts'
import type { Report, ReportTitle } from '#src/contract/reports.ts'
import { readReport } from '#src/db/mirror/reports.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { boundsOf, type DateRange } from '#src/domain/reports/date-range.ts'
import { nameReport } from '#src/domain/reports/report-name.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { describeFailure, describeReadOnly } from './describe-answer.ts'
import { useOnline } from './online-context.ts'

/** Who goes from tab to tab and back has what was counted just now. */
const STALE_MS = 30_000

export interface ReportReading<T extends ReportTitle> {
  report: Report<T> | undefined
  /** When it was read from the environment, ms; null: never. */
  asOf: number | null
  /** A call is under way. */
  isReading: boolean
  /** Why it could not be read now, in words; null: it was, or is being. */
  problem: string | null
  /** Why nothing can be asked for at all, in words. */
  noLine: string | null
  reload(): void
  /** Gives up the call that is under way. */
  cancel(): void
}

/**
 * A report of some days: read by a call, and kept in the mirror for the time without a line. `pollMs`: how often it is read again
 * while it is on this screen; if not given, when it is opened and come back to.
 */
export function useReport<T extends ReportTitle>(
  title: T,
  range: DateRange,
  pollMs?: number,
): ReportReading<T> {
  const online = useOnline()
  const workspace = useWorkspace()
  const client = useQueryClient()
  const name = nameReport(title, range)
  const queryKey = useMemo(() => ['report', name], [name])
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const report = await fetchReport(await online.openSession(), title, boundsOf(range), signal)
      void keepReport(workspace, range, report, Date.now())
      return report
    },
    staleTime: STALE_MS,
    ...(pollMs === undefined ? {} : { refetchInterval: pollMs }),
  })
  const { data, dataUpdatedAt, error, isFetching, refetch } = query
  const isWanted = data === undefined
  const kept = useLive(workspace, `${name} ${isWanted ? 'kept' : 'read'}`, async () => ({
    found: isWanted ? await readReport(workspace.mirror, title, range) : null,
  }))
  const noLine = describeReadOnly(useConnection())
  const lastNoLine = useRef(noLine)
  // What could not be had is asked for again when there is a line, by itself.
  useEffect(() => {
    const isBack = lastNoLine.current !== null && noLine === null
    lastNoLine.current = noLine
    if (isBack && error !== null) void refetch()
  }, [noLine, error, refetch])
  const problem = error instanceof ApiError ? describeFailure(error.failure) : null
  return {
    report: data ?? kept?.found?.report,
    asOf: data ? dataUpdatedAt : (kept?.found?.readAt ?? null),
    isReading: isFetching || kept === undefined,
    problem,
    noLine,
    reload: () => void refetch(),
    cancel: () => void client.cancelQueries({ queryKey }),
  }
}
