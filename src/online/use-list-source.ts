import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '#src/api/errors.ts'
import type { VersionedRow } from '#src/api/rows.ts'
import { readList } from '#src/db/mirror/lists.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { describeFailure, describeReadOnly } from './describe-answer.ts'
import { createListWrites, type ListPlan, type ListWrites } from './list-writes.ts'
import { useOnline } from './online-context.ts'
import { readAfterHints } from './read-after-hints.ts'
import { shareRows } from './share-rows.ts'
import { useKeeping } from './use-keeping.ts'

/** A list as the engine of lists takes it (`src/ui/list/list-source.ts`). */
export interface OnlineList<Row extends VersionedRow, Values, Patch = Values> extends ListWrites<
  Row,
  Values,
  Patch
> {
  rows: readonly Row[] | undefined
  beginning: readonly Row[] | undefined
  state: 'loading' | 'ready' | 'failed'
  problem: string | null
  asOf: number | null
  readOnly: string | null
  reload(): void
}

/**
 * A list that only exists online: read by calls, kept in the mirror for the time without a line, and written by calls
 * (DESIGN section 1). What the environment answers to a write is in the list at once; a reading that began before it is
 * dropped. It is not read while the page is hidden.
 *
 * `plan` must be the same object for as long as the list is. `pollMs`: how often it is read again while it is on this screen;
 * if not given, when it is opened and come back to.
 */
export function useListSource<Row extends VersionedRow, Values, Patch = Values>(
  plan: ListPlan<Row, Values, Patch>,
  pollMs?: number,
): OnlineList<Row, Values, Patch> {
  const { name, hint = name, schema } = plan
  const online = useOnline()
  const workspace = useWorkspace()
  const client = useQueryClient()
  const queryKey = useMemo(() => ['list', name], [name])
  const [beginning, setBeginning] = useState<Row[]>()
  // Drawn before anything else is done: what waits behind it takes longer than a frame.
  const showBeginning = (first: Row[]) => flushSync(() => setBeginning(first))
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const isFirst = client.getQueryData(queryKey) === undefined
      return plan.list(await online.openSession(), signal, isFirst ? showBeginning : undefined)
    },
    structuralSharing: shareRows,
    ...(pollMs === undefined ? {} : { refetchInterval: pollMs }),
  })
  const { data, dataUpdatedAt, error, refetch } = query
  const hasRead = data !== undefined
  // Once the environment has answered, what is kept is only written: ten thousand rows are not read again each time.
  const kept = useLive(workspace, `list ${name} ${hasRead ? 'read' : 'kept'}`, async () => ({
    list: hasRead ? null : await readList(workspace.mirror, name, schema),
  }))
  useKeeping(name, data, dataUpdatedAt)
  useEffect(
    () => readAfterHints(client, queryKey, (list) => list === null || list === hint),
    [client, queryKey, hint],
  )
  const writes = useMemo(
    () => createListWrites(plan, { online, client, queryKey }),
    [plan, online, client, queryKey],
  )
  const problem = error instanceof ApiError ? describeFailure(error.failure) : null
  const rows = data ?? kept?.list?.rows
  const readOnly = describeReadOnly(useConnection())
  return useMemo(
    () => ({
      rows,
      beginning: rows || error ? undefined : beginning,
      // What is kept may be on its way still.
      state: error && kept ? 'failed' : rows ? 'ready' : 'loading',
      problem,
      asOf: data ? dataUpdatedAt : (kept?.list?.readAt ?? null),
      readOnly,
      reload: () => void refetch(),
      ...writes,
    }),
    [rows, beginning, data, dataUpdatedAt, error, kept, problem, readOnly, refetch, writes],
  )
}
