import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type * as v from 'valibot'
import { keepList } from '#src/actions/keep-list.ts'
import { ApiError, type ApiFailure } from '#src/api/errors.ts'
import type { ApiSession } from '#src/api/http.ts'
import type { VersionedRow, WriteAnswer, WriteOptions } from '#src/api/rows.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import { readList } from '#src/db/mirror/lists.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useOnline } from './online-context.ts'
import { createWriteKeys } from './write-keys.ts'

/** A list that only exists online, and how it is read and written. */
export interface RowsPlan<Row extends VersionedRow, Values> {
  /** Names it in the cache, in the mirror and in the environment's hints. */
  name: string
  /** As the list is read from the mirror again. */
  schema: v.GenericSchema<unknown, Row[]>
  list(session: ApiSession, signal: AbortSignal): Promise<Row[]>
  create?(session: ApiSession, values: Values, options: WriteOptions): Promise<WriteAnswer<Row>>
  update?(
    session: ApiSession,
    row: Row,
    values: Partial<Values>,
    options: WriteOptions,
  ): Promise<WriteAnswer<Row>>
  remove?(session: ApiSession, row: Row, options: WriteOptions): Promise<WriteAnswer<Row>>
  /** How often it is read while it is on the screen, ms; only when it is opened and come back to if not given. */
  pollMs?: number
}

/** A list as a screen shows it. */
export interface Rows<Row extends VersionedRow, Values> {
  /** Undefined until they were read, from the environment or from the mirror. */
  rows: Row[] | undefined
  /** When the environment last gave them, ms of the device's clock. */
  readAt: number | null
  isReading: boolean
  /** Why the last reading gave nothing; null where it did. */
  failure: ApiFailure | null
  readAgain(): void
  create(values: Values): Promise<WriteAnswer<Row>>
  update(row: Row, values: Partial<Values>): Promise<WriteAnswer<Row>>
  remove(row: Row): Promise<WriteAnswer<Row>>
}

/** What is unchanged is kept at most this often, so that polling writes no more than it reads. */
const KEEP_EVERY_MS = 60_000

/**
 * Reads a list, keeps it in the mirror for the time without a line, and writes its rows (DESIGN section 1). What the
 * environment answers to a write is in the list at once; a reading that began before it is dropped.
 *
 * `plan` must be the same object for as long as the list is.
 */
export function useRows<Row extends VersionedRow, Values>(plan: RowsPlan<Row, Values>): Rows<Row, Values> {
  const { name } = plan
  const { openSession } = useOnline()
  const workspace = useWorkspace()
  const client = useQueryClient()
  const queryKey = useMemo(() => ['rows', name], [name])
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => plan.list(await openSession(), signal),
    ...(plan.pollMs === undefined ? {} : { refetchInterval: plan.pollMs }),
  })
  const kept = useLive(workspace, `list ${name}`, () => readList(workspace.mirror, name, plan.schema))
  useKeeping(name, query.data, query.dataUpdatedAt)

  const change = useCallback(
    async (edit: (rows: Row[]) => Row[]) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData<Row[]>(queryKey, (rows) => rows && edit(rows))
    },
    [client, queryKey],
  )
  const writes = useMemo(() => {
    const keys = createWriteKeys()
    const write = async (
      intent: readonly unknown[],
      call: (session: ApiSession, options: WriteOptions) => Promise<WriteAnswer<Row>>,
    ): Promise<WriteAnswer<Row>> => {
      const session = await openSession().catch(readEnd)
      if (!session) return { kind: 'signed-out' }
      const key = keys.keyOf(intent)
      const answer = await call(session, session.hasContractBodies ? { key } : {})
      // Whether it was carried out is not known: the same thing asked for again is the same call.
      if (answer.kind !== 'unreachable') keys.forget(intent)
      if (answer.kind === 'done' && answer.row === null) void client.invalidateQueries({ queryKey })
      return answer
    }
    return {
      async create(values: Values): Promise<WriteAnswer<Row>> {
        const answer = await write(['create', values], (session, options) =>
          offered(plan.create)(session, values, options),
        )
        const row = answer.kind === 'done' ? answer.row : null
        if (row) await change((rows) => [...rows.filter(({ id }) => id !== row.id), row])
        return answer
      },
      async update(row: Row, values: Partial<Values>): Promise<WriteAnswer<Row>> {
        const answer = await write(['update', row.id, row.etag, values], (session, options) =>
          offered(plan.update)(session, row, values, options),
        )
        const now = answer.kind === 'done' || answer.kind === 'changed' ? answer.row : null
        if (now) await change((rows) => rows.map((other) => (other.id === row.id ? now : other)))
        if (answer.kind === 'gone') await change((rows) => rows.filter(({ id }) => id !== row.id))
        return answer
      },
      async remove(row: Row): Promise<WriteAnswer<Row>> {
        const answer = await write(['remove', row.id, row.etag], (session, options) =>
          offered(plan.remove)(session, row, options),
        )
        if (answer.kind === 'done' || answer.kind === 'gone')
          await change((rows) => rows.filter(({ id }) => id !== row.id))
        return answer
      },
    }
  }, [plan, openSession, client, queryKey, change])

  const { refetch } = query
  return {
    rows: query.data ?? kept?.rows,
    readAt: query.data ? query.dataUpdatedAt : (kept?.readAt ?? null),
    isReading: query.isFetching || (kept === undefined && query.isPending),
    failure: query.error instanceof ApiError ? query.error.failure : null,
    readAgain: () => void refetch(),
    ...writes,
  }
}

/** Keeps what was read: at once where it changed, and now and then where it did not. */
function useKeeping(name: string, rows: readonly unknown[] | undefined, readAt: number): void {
  const workspace = useWorkspace()
  const last = useRef<{ rows: unknown; at: number } | null>(null)
  useEffect(() => {
    if (!rows || (last.current?.rows === rows && readAt - last.current.at < KEEP_EVERY_MS)) return
    last.current = { rows, at: readAt }
    void keepList(workspace, name, rows, readAt)
  }, [workspace, name, rows, readAt])
}

/** Null where the session has ended. */
function readEnd(error: unknown): null {
  if (error instanceof SessionEndedError) return null
  throw error
}

/** A screen offers only what its list can do. */
function offered<T>(call: T | undefined): T {
  if (call === undefined) throw new Error('this list has no such call')
  return call
}
