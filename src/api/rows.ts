import * as v from 'valibot'
import { readArrayBeginning } from '#src/lib/array-beginning.ts'
import { waitForFrame, waitForTurn } from '#src/lib/turns.ts'
import { ApiError, type ApiFailure } from './errors.ts'
import type { ApiSession, Call } from './http.ts'
import { callAs, changeAs } from './session-call.ts'

/** A row of the configuration. `etag` is its version; absent where the environment has no `admin` group. */
export interface VersionedRow {
  id: string
  etag?: string
  undeletable?: boolean
  unreadable?: string[]
}

/** What a write carries beside its body. `key` only where keys were announced. */
export interface WriteOptions {
  key?: string
  /** The page is going away: the call goes on without it. */
  keepalive?: boolean
}

/** What became of a write to one row (CONTRACT section 1, and `admin` of section 2). */
export type WriteAnswer<Row> =
  /** `row` as the environment has it now; null where it answers without one. */
  | { kind: 'done'; row: Row | null }
  /** Somebody else's write came first: the row as it is now. */
  | { kind: 'changed'; row: Row }
  /** Nobody has this row any more. */
  | { kind: 'gone' }
  /** Refused, in the environment's words; null where it had none. */
  | { kind: 'refused'; message: string | null }
  | { kind: 'busy'; retryAfterMs: number }
  | { kind: 'signed-out' }
  /** No answer of the environment's: whether it was carried out is not known. */
  | { kind: 'unreachable' }

/** Reads a whole list; `onBeginning` has the first rows while the others are on their way. Throws ApiError. */
export type ReadRows<Row> = (
  session: ApiSession,
  signal: AbortSignal,
  onBeginning?: (rows: Row[]) => void,
) => Promise<Row[]>

/** The calls of a list whose rows are all written in the same way. Each throws ApiError only where `list` does. */
export interface RowCalls<Row extends VersionedRow> {
  list: ReadRows<Row>
  create(session: ApiSession, body: unknown, options: WriteOptions): Promise<WriteAnswer<Row>>
  update(session: ApiSession, row: Row, patch: object, options: WriteOptions): Promise<WriteAnswer<Row>>
  remove(session: ApiSession, row: Row, options: WriteOptions): Promise<WriteAnswer<Row>>
}

export interface RowPaths<Row> {
  /** Of the list and of its creates, with a slash at its end: a row's id follows. */
  path: string
  query?: Call['query']
  rows: v.GenericSchema<unknown, Row[]>
  row: v.GenericSchema<unknown, Row>
}

/** The usual calls: GET and POST at a path, PUT and DELETE at the path and an id (specification section 7). */
export function createRowCalls<Row extends VersionedRow>(paths: RowPaths<Row>): RowCalls<Row> {
  const { path, query = {}, rows } = paths
  return {
    list: (session, signal, onBeginning) =>
      listRows(session, { method: 'GET', path, query, signal }, rows, onBeginning),
    create: (session, body, options) =>
      writeRow(session, { method: 'POST', path, json: body, ...options }, paths.row),
    update: (session, row, patch, options) =>
      writeRow(
        session,
        {
          method: 'PUT',
          path: rowPath(path, row.id),
          json: writePatch(row, patch),
          ...options,
          ...versionOf(row),
        },
        paths.row,
      ),
    remove: (session, row, options) =>
      writeRow(
        session,
        { method: 'DELETE', path: rowPath(path, row.id), query, ...options, ...versionOf(row) },
        paths.row,
      ),
  }
}

/** So many rows are read in one task: a few ms, also on a phone. */
const ROWS_AT_ONCE = 1_000
/** So many fill the largest screen. */
const ROWS_AT_FIRST = 60
/** Its rows are read one by one below. */
const anyRows = v.custom<unknown[]>(Array.isArray)

/**
 * Reads a whole list. A long one is read in turns, between which the screen answers; its first rows are told as soon as they
 * have come, and are drawn before the rest is looked at. Throws ApiError.
 */
export async function listRows<Row>(
  session: ApiSession,
  call: Parameters<typeof callAs>[1],
  schema: v.GenericSchema<unknown, Row[]>,
  onBeginning?: (rows: Row[]) => void,
): Promise<Row[]> {
  const rows: Row[] = []
  const onArriving = (text: string) => {
    const first = readArrayBeginning(text, ROWS_AT_FIRST)
    const parsed = first && v.safeParse(schema, first)
    // What is no row fails below, once everything is there.
    if (!parsed?.success) return undefined
    rows.push(...parsed.output)
    onBeginning?.([...rows])
    return waitForFrame()
  }
  const raw = await callAs(session, onBeginning ? { ...call, onArriving } : call, anyRows)
  while (rows.length < raw.length) {
    const parsed = v.safeParse(schema, raw.slice(rows.length, rows.length + ROWS_AT_ONCE))
    if (!parsed.success) throw new ApiError({ kind: 'unexpected-responder' })
    rows.push(...parsed.output)
    if (rows.length < raw.length) await waitForTurn()
  }
  return rows
}

/** The path of one row: whatever its id holds, it is one segment. */
export function rowPath(path: string, id: string): string {
  return `${path}${encodeURIComponent(id)}`
}

/** Only a row whose version is known is written on condition that it still is that one. */
export function versionOf({ etag }: VersionedRow): { ifMatch?: string } {
  return etag === undefined ? {} : { ifMatch: etag }
}

/**
 * The body of a PUT: what is changed, where the environment knows versions; else the row with its changes (specification
 * section 7), without what could not be read of it.
 */
function writePatch(row: VersionedRow, patch: object): object {
  const { etag, undeletable: _, unreadable = [], ...fields } = row
  if (etag !== undefined) return patch
  const readable = Object.entries(fields).filter(([name]) => !unreadable.includes(name))
  return { ...Object.fromEntries(readable), ...patch }
}

/** Makes a writing call and says what became of it. What is no failure of a call is thrown on: a fault of ours. */
export async function writeRow<Row>(
  session: ApiSession,
  call: Parameters<typeof changeAs>[1],
  schema: v.GenericSchema<unknown, Row>,
): Promise<WriteAnswer<Row>> {
  try {
    if (call.method !== 'DELETE') return { kind: 'done', row: await changeAs(session, call, schema) }
    await changeAs(session, call, v.unknown())
    return { kind: 'done', row: null }
  } catch (error) {
    if (error instanceof ApiError) return readAnswer(error.failure, schema)
    throw error
  }
}

const changedSchema = v.object({ row: v.unknown() })

function readAnswer<Row>(failure: ApiFailure, schema: v.GenericSchema<unknown, Row>): WriteAnswer<Row> {
  switch (failure.kind) {
    case 'refused':
      return readRefusal(failure, schema)
    case 'busy':
      return { kind: 'busy', retryAfterMs: failure.retryAfterMs }
    case 'unauthorized':
      return { kind: 'signed-out' }
    case 'unreachable':
    case 'unexpected-responder':
    case 'server':
    case 'aborted':
      return { kind: 'unreachable' }
  }
}

function readRefusal<Row>(
  { status, body }: Extract<ApiFailure, { kind: 'refused' }>,
  schema: v.GenericSchema<unknown, Row>,
): WriteAnswer<Row> {
  if (status === 404) return { kind: 'gone' }
  if (status === 412) {
    const details = v.safeParse(changedSchema, body?.details)
    const row = details.success ? v.safeParse(schema, details.output.row) : null
    if (row?.success) return { kind: 'changed', row: row.output }
  }
  return { kind: 'refused', message: body?.message || null }
}
