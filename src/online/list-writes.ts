import type { QueryClient } from '@tanstack/react-query'
import type * as v from 'valibot'
import type { ApiSession } from '#src/api/http.ts'
import type { ReadRows, VersionedRow, WriteAnswer, WriteOptions } from '#src/api/rows.ts'
import { createKeyedWrites, type Problem } from './keyed-writes.ts'
import type { Online } from './online-context.ts'

type Write<Row, Rest extends unknown[]> = (
  session: ApiSession,
  ...rest: [...Rest, WriteOptions]
) => Promise<WriteAnswer<Row>>

/** How a list that only exists online is read and written. */
export interface ListPlan<Row extends VersionedRow, Values, Patch = Values> {
  /** Names it in the cache and in the mirror. */
  name: string
  /** Its name in the environment's hints, where that is another: a part of a list is hinted with the whole. */
  hint?: string
  /** Its rows as they are read from the mirror again. */
  schema: v.GenericSchema<unknown, Row[]>
  list: ReadRows<Row>
  create?: Write<Row, [values: Values]>
  update?: Write<Row, [row: Row, patch: Patch]>
  remove?: Write<Row, [row: Row]>
}

/** The writes of a list, with what they came to in words. They reject for a fault of ours only. */
export interface ListWrites<Row, Values, Patch = Values> {
  create(values: Values): Promise<{ kind: 'done'; row: Row } | Problem<Row>>
  update(row: Row, patch: Patch, how: HowToWrite): Promise<{ kind: 'done'; row: Row } | Problem<Row>>
  remove(row: Row, how: HowToWrite): Promise<{ kind: 'done' } | Problem<Row>>
  /** Takes a row as another call answered it. */
  put(row: Row): Promise<void>
  /** Leaves out a row of which another call said that it is gone. */
  drop(id: string): Promise<void>
}

interface HowToWrite {
  /** The page is going away, and the call goes on without it. */
  isLeaving: boolean
}

interface ListPlace {
  online: Online
  client: QueryClient
  queryKey: readonly unknown[]
}

const NO_ROW =
  'The environment took it and did not say what became of it. It is in the list once it is read again.'

export function createListWrites<Row extends VersionedRow, Values, Patch = Values>(
  plan: ListPlan<Row, Values, Patch>,
  { online, client, queryKey }: ListPlace,
): ListWrites<Row, Values, Patch> {
  const write = createKeyedWrites(online)

  async function edit(change: (rows: Row[]) => Row[]): Promise<void> {
    const wasReading = client.isFetching({ queryKey }) > 0
    // A reading that began before the write would bring the former row back.
    await client.cancelQueries({ queryKey })
    client.setQueryData<Row[]>(queryKey, (rows) => rows && change(rows))
    // What it was to bring is still to be read: the write may have changed other rows, too, and somebody else's may have.
    if (wasReading) void client.invalidateQueries({ queryKey })
  }

  /** For an environment that answers without the row: as it is in the list now. */
  async function readAgain(find: (rows: Row[]) => Row | undefined): Promise<Row | null> {
    await client.refetchQueries({ queryKey })
    return find(client.getQueryData<Row[]>(queryKey) ?? []) ?? null
  }

  const replace = (id: string, row: Row) =>
    edit((rows) => rows.map((other) => (other.id === id ? row : other)))
  const put = (row: Row) =>
    edit((rows) =>
      rows.some(({ id }) => id === row.id)
        ? rows.map((other) => (other.id === row.id ? row : other))
        : [...rows, row],
    )
  const drop = (id: string) => edit((rows) => rows.filter((row) => row.id !== id))

  return {
    async create(values) {
      const answer = await write(['create', values], (session, options) =>
        offered(plan.create)(session, values, options),
      )
      if (answer.kind !== 'done') return answer
      const before = new Set(client.getQueryData<Row[]>(queryKey)?.map(({ id }) => id))
      const row = answer.row ?? (await readAgain((rows) => rows.findLast(({ id }) => !before.has(id))))
      if (!row) return { kind: 'refused', message: NO_ROW }
      await put(row)
      return { kind: 'done', row }
    },
    put,
    drop,
    async update(row, patch, how) {
      const answer = await write(['update', row.id, row.etag, patch], (session, options) =>
        offered(plan.update)(session, row, patch, { ...options, ...outlive(how) }),
      )
      if (answer.kind === 'changed') await replace(row.id, answer.row)
      if (answer.kind === 'gone') await drop(row.id)
      if (answer.kind !== 'done') return answer
      const now = answer.row ?? (await readAgain((rows) => rows.find(({ id }) => id === row.id)))
      if (!now) return { kind: 'gone' }
      await replace(row.id, now)
      return { kind: 'done', row: now }
    },
    async remove(row, how) {
      const answer = await write(['remove', row.id, row.etag], (session, options) =>
        offered(plan.remove)(session, row, { ...options, ...outlive(how) }),
      )
      if (answer.kind === 'changed') await replace(row.id, answer.row)
      if (answer.kind === 'gone' || answer.kind === 'done') await drop(row.id)
      return answer.kind === 'done' ? { kind: 'done' } : answer
    },
  }
}

function outlive({ isLeaving }: HowToWrite): Pick<WriteOptions, 'keepalive'> {
  return isLeaving ? { keepalive: true } : {}
}

/** A screen offers only what its list can do. */
function offered<T>(call: T | undefined): T {
  if (call === undefined) throw new Error('this list has no such call')
  return call
}
