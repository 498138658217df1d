import type { ServerContext } from '../context.ts'
import { failChanged, failNotFound } from '../errors.ts'
import { lockConfiguration, recordChange, type AuditedList } from '../store/configuration/audit.ts'
import type { WriteScope } from '../store/configuration/write-scope.ts'
import type { Tx } from '../store/store.ts'
import type { AppContext } from './app-env.ts'
import { readIdempotencyKey, runIdempotent, type Answer } from './idempotency.ts'

interface StoredRow {
  id: string
  /** Rises with each change; the ETag is made of it. */
  version: number
}

/** What a list of the configuration has to say about itself, so that its calls can be made of it. */
export interface ConfigList<Row extends StoredRow> {
  audited: AuditedList<Row>
  /** As in 'This answer does not exist.' */
  noun: string
  /** The row, locked for this transaction; undefined where there is none. */
  lock(tx: Tx, id: string): Promise<Row | undefined>
  /** The row on the wire, without its secrets. */
  present(row: Row): object
  /** What a create answers where it is not the row. */
  presentNew?(row: Row): unknown
}

/** A call's row and what it takes after parsing, by which repeats of its key are compared. */
interface RowCall {
  id: string
  content?: unknown
}

/**
 * The one way in which rows of the configuration are answered and written (CONTRACT section 6 and `admin` in section 2):
 * idempotency key, `If-Match`, effect, audit, hint and answer in one transaction. Roles are the routes' own.
 *
 * Writes throw ApiError 404 for a row that is gone, 412 `changed` with the row as it is now, 422 `idempotency_mismatch`,
 * and whatever the effect throws.
 */
export function serveConfigRows<Row extends StoredRow>(ctx: ServerContext, list: ConfigList<Row>) {
  const { name } = list.audited
  const isPlain = ctx.settings.capabilities === 'none'
  const present = (row: Row) =>
    isPlain ? list.present(row) : { ...list.present(row), etag: writeEtag(row.version) }

  const write = createConfigWriter(ctx)

  const readIfMatch = (c: AppContext) => (isPlain ? undefined : c.req.header('if-match'))

  const lockCurrent = async (c: AppContext, tx: Tx, id: string) => {
    const row = await list.lock(tx, id)
    if (!row) throw failNotFound(`This ${list.noun}`)
    const asked = readIfMatch(c)
    if (asked !== undefined && !isCurrent(asked, row.version)) throw failChanged(present(row))
    return row
  }

  const record = (scope: WriteScope, before: Row | null, after: Row | null) =>
    recordChange(scope.tx, scope.by, list.audited, { before, after })

  const createAnswer = async (scope: WriteScope, row: Row): Promise<Answer> => {
    await record(scope, null, row)
    const body = list.presentNew === undefined ? present(row) : list.presentNew(row)
    return { kind: 'json', status: 201, body }
  }

  return {
    /** Any other write, whose effect records what it changes; `content` is the call and what it takes after parsing. */
    write,

    /** `fixed`: rows that no database has, before all others. */
    list: (c: AppContext, rows: Row[], fixed: object[] = []) => c.json([...fixed, ...rows.map(present)]),

    one(c: AppContext, row: Row | undefined) {
      if (!row) throw failNotFound(`This ${list.noun}`)
      return sendAnswer(c, { kind: 'json', status: 200, body: present(row) })
    },

    /** 201 with the new row. `content` is the call and what it takes after parsing. */
    create: (c: AppContext, content: unknown[], insert: (scope: WriteScope) => Promise<Row>) =>
      write(c, content, async (scope) => createAnswer(scope, await insert(scope))),

    /** 200 with the row as `change` leaves it. */
    update: (
      c: AppContext,
      { id, content }: RowCall,
      change: (scope: WriteScope, before: Row) => Promise<Row>,
    ) =>
      write(c, ['update', name, id, content], async (scope) => {
        const before = await lockCurrent(c, scope.tx, id)
        const after = await change(scope, before)
        await record(scope, before, after)
        return { kind: 'json', status: 200, body: present(after) }
      }),

    /** For rows whose id the caller chooses: 200 where it is there already, else 201 with the row that `insert` makes. */
    put: (c: AppContext, { id, content }: RowCall, insert: (scope: WriteScope) => Promise<Row>) =>
      write(c, ['put', name, id, content], async (scope) => {
        const isNew = readIfMatch(c) === undefined && !(await list.lock(scope.tx, id))
        if (isNew) return createAnswer(scope, await insert(scope))
        return { kind: 'json', status: 200, body: present(await lockCurrent(c, scope.tx, id)) }
      }),

    /** 204. */
    remove: (c: AppContext, { id }: RowCall, remove: (scope: WriteScope, before: Row) => Promise<void>) =>
      write(c, ['delete', name, id], async (scope) => {
        const before = await lockCurrent(c, scope.tx, id)
        await remove(scope, before)
        await record(scope, before, null)
        return { kind: 'empty' }
      }),
  }
}

/** Writes of the configuration: idempotency key, lock, effect and answer in one transaction. */
export function createConfigWriter(ctx: ServerContext) {
  return async (c: AppContext, content: unknown, effect: (scope: WriteScope) => Promise<Answer>) => {
    const { user, tokenHash: sessionHash } = c.get('staff')
    const { id, name: userName } = user
    const call = { owner: `staff:${id}`, key: readIdempotencyKey(c, ctx), content }
    const { answer } = await runIdempotent(ctx, call, async (tx) => {
      await lockConfiguration(tx)
      const scope: WriteScope = { tx, by: { id, name: userName }, sessionHash, changes: [] }
      return { answer: await effect(scope), changes: scope.changes }
    })
    return sendAnswer(c, answer)
  }
}

/** As it is given back in `If-Match`, and as the body of a list carries it. */
export function writeEtag(version: number): string {
  return `"${version}"`
}

/** RFC 9110: `*` is any row that is there; a proxy may have made a weak tag of ours. */
export function isCurrent(ifMatch: string, version: number): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(writeEtag(version))
}

/** With the `ETag` that the answer or its body carries. */
export function sendAnswer(c: AppContext, answer: Answer): Response {
  if (answer.kind !== 'json') return c.body(null, 204)
  const { body } = answer
  const inBody: unknown = typeof body === 'object' && body !== null && 'etag' in body ? body.etag : undefined
  const etag = answer.etag ?? inBody
  if (typeof etag === 'string') c.header('ETag', etag)
  return c.json(body, answer.status)
}
