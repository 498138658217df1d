import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type * as v from 'valibot'
import { ApiError } from '#src/api/errors.ts'
import type { ApiSession } from '#src/api/http.ts'
import type { LogPlace } from '#src/api/log-place.ts'
import { readList } from '#src/db/mirror/lists.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { describeFailure, describeReadOnly } from './describe-answer.ts'
import { useOnline } from './online-context.ts'
import { readAfterHints } from './read-after-hints.ts'
import { useKeeping } from './use-keeping.ts'

/** A page of a log, newest first; `next` asks for the one before it, null at the end. */
export interface LogPage<Row> {
  rows: Row[]
  next: string | null
}

/** How a log that is only ever read comes in, page by page. The same object for as long as the log is. */
export interface LogPlan<Row, Page extends LogPage<Row>> {
  /** Names it in the cache and in the mirror. */
  name: string
  /** Its rows as they are read from the mirror again. */
  schema: v.GenericSchema<unknown, Row[]>
  fetchPage(session: ApiSession, place: LogPlace, signal: AbortSignal): Promise<Page>
  /** Whether a write to any list of the configuration is in it. */
  hasWrites?: boolean
  /** How often it is read while it is on the screen, ms; by what it says. */
  pollMs?(rows: readonly Row[]): number
}

export interface PagedLog<Row, Page> {
  rows: readonly Row[] | undefined
  /** As it came; undefined where the rows are those of the mirror. */
  newest: Page | undefined
  state: 'loading' | 'ready' | 'failed'
  problem: string | null
  /** When it was read from the environment, ms; null: never. */
  asOf: number | null
  readOnly: string | null
  hasOlder: boolean
  isLoadingOlder: boolean
  showOlder(): void
  reload(): void
}

/** A log that only exists online: what was read of it is kept in the mirror for the time without a line. */
export function usePagedLog<Row, Page extends LogPage<Row>>(plan: LogPlan<Row, Page>): PagedLog<Row, Page> {
  const { name, schema, hasWrites = false, pollMs } = plan
  const online = useOnline()
  const workspace = useWorkspace()
  const client = useQueryClient()
  const queryKey = useMemo(() => ['log', name], [name])
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], string | null>({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      plan.fetchPage(await online.openSession(), { before: pageParam }, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    ...(pollMs && { refetchInterval: ({ state }) => pollMs(flatten<Row, Page>(state.data) ?? []) }),
  })
  const { data, dataUpdatedAt, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const read = useMemo(() => flatten<Row, Page>(data), [data])
  const hasRead = read !== undefined
  const kept = useLive(workspace, `log ${name} ${hasRead ? 'read' : 'kept'}`, async () => ({
    list: hasRead ? null : await readList(workspace.mirror, name, schema),
  }))
  useKeeping(name, read, dataUpdatedAt)
  useEffect(
    () => (hasWrites ? readAfterHints(client, queryKey, () => true) : undefined),
    [client, queryKey, hasWrites],
  )
  const rows = read ?? kept?.list?.rows
  const readOnly = describeReadOnly(useConnection())
  const newest = data?.pages[0]
  const problem = error instanceof ApiError ? describeFailure(error.failure) : null
  const asOf = data ? dataUpdatedAt : (kept?.list?.readAt ?? null)
  const state = error && kept ? 'failed' : rows ? 'ready' : 'loading'
  return useMemo(
    () => ({
      rows,
      newest,
      state,
      problem,
      asOf,
      readOnly,
      hasOlder: hasNextPage,
      isLoadingOlder: isFetchingNextPage,
      showOlder: () => void fetchNextPage(),
      reload: () => void refetch(),
    }),
    [rows, newest, state, problem, asOf, readOnly, hasNextPage, isFetchingNextPage, fetchNextPage, refetch],
  )
}

function flatten<Row, Page extends LogPage<Row>>(data: InfiniteData<Page> | undefined): Row[] | undefined {
  return data?.pages.flatMap(({ rows }) => rows)
}
