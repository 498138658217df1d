import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/store/store.ts'
import { runSql } from '#tests/support/postgres.ts'
import {
  createTestDatabase,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '#tests/support/test-server.ts'

/** More often than a text is met before the database keeps it. */
const OFTEN = 6

let database: TestDatabase
let server: TestServer
beforeEach(async () => {
  // Its own, because its tables change.
  database = await createTestDatabase()
  server = await startTestServer({ database })
  await sql`create table shelf (id integer primary key, place integer unique deferrable initially deferred)`.execute(
    server.context.store.db,
  )
})
afterEach(async () => {
  await server.stop()
  await database.remove()
})

const readShelf = async (db: Db, least = 0) =>
  (await sql<object>`select * from shelf where id >= ${least} order by id`.execute(db)).rows
const put = (db: Db, id: number, place: number) =>
  sql`insert into shelf (id, place) values (${id}, ${place})`.execute(db)
async function often<T>(work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let round = 0; round < OFTEN; round += 1) results.push(await work())
  return results
}

describe('a statement that comes again and again', () => {
  it('takes and gives the same values each time', async () => {
    const { db } = server.context.store
    const values = [9007199254740991, null, new Date('2026-03-29T01:30:00.123Z'), ['ä', 'b"c'], true]
    const bytes = new Uint8Array([0, 255, 16])
    const read = () =>
      sql<object>`select ${values[0]}::bigint as big, ${values[1]}::text as nothing, ${values[2]}::timestamptz as time,
        ${values[3]}::text[] as list, ${values[4]}::boolean as flag, ${bytes}::bytea as bytes,
        ${JSON.stringify({ a: [1, 'x'] })}::jsonb as json`.execute(db)
    for (const { rows } of await often(read)) {
      const { bytes: given, ...rest } = rows[0] as { bytes: Uint8Array }
      expect([...given]).toEqual([...bytes])
      const [big, nothing, time, list, flag] = values
      expect(rest).toEqual({ big, nothing, time, list, flag, json: { a: [1, 'x'] } })
    }
  })

  it('says each time how many rows it has changed, and why it was refused', async () => {
    const { db } = server.context.store
    let id = 0
    await often(() => put(db, ++id, id))
    expect(await readShelf(db)).toHaveLength(OFTEN)
    const refused = await often(() => put(db, 1, 100).catch((error: unknown) => error))
    expect(refused.map((error): unknown => Reflect.get(error as object, 'code'))).toEqual(
      Array(OFTEN).fill('23505'),
    )
    const move = () => sql`update shelf set place = place + 100 where id > ${2}`.execute(db)
    for (const { numAffectedRows } of await often(move)) expect(numAffectedRows).toBe(BigInt(OFTEN - 2))
  })

  it('gives a new column as soon as there is one, in a transaction too', async () => {
    const { store } = server.context
    await put(store.db, 1, 10)
    await often(() => readShelf(store.db))
    await often(() => store.transact((tx) => readShelf(tx, 1)))
    const alter = `alter table shelf add column label text default 'a'`
    // As a release does that is installed beside this process.
    if (database.settings.databaseUrl !== null) await runSql(database.settings.databaseUrl, alter)
    else await sql.raw(alter).execute(store.db)
    const row = { id: 1, place: 10, label: 'a' }
    expect(await store.transact((tx) => readShelf(tx, 1))).toEqual([row])
    for (const rows of await often(() => readShelf(store.db))) expect(rows).toEqual([row])
  })

  it('gives no column of a change that was undone', async () => {
    const { store } = server.context
    await put(store.db, 1, 10)
    const undone = store.transact(async (tx) => {
      await sql`alter table shelf add column label text`.execute(tx)
      await often(() => readShelf(tx))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    for (const rows of await often(() => readShelf(store.db))) expect(rows).toEqual([{ id: 1, place: 10 }])
  })
})

it('a COMMIT that is refused undoes its own transaction and no other', async () => {
  const { store } = server.context
  await put(store.db, 1, 10)
  const refused = store.transact((tx) => put(tx, 2, 10))
  const others = [3, 4, 5].map((id) => store.transact((tx) => put(tx, id, id)))
  await expect(refused).rejects.toMatchObject({ code: '23505' })
  await Promise.all(others)
  expect((await readShelf(store.db)).map((row): unknown => Reflect.get(row, 'id'))).toEqual([1, 3, 4, 5])
})

it('a transaction that asks for more than the embedded database’s lane can give begins nothing', async () => {
  const { store } = server.context
  const asked = store.db
    .transaction()
    .setIsolationLevel('serializable')
    .execute((tx) => put(tx, 1, 1))
  if (store.kind === 'postgres') await asked
  else await expect(asked).rejects.toThrow('begins no transaction with')
  await put(store.db, 2, 2)
  expect(await readShelf(store.db)).toHaveLength(store.kind === 'postgres' ? 2 : 1)
})

it('an empty transaction holds nobody up', async () => {
  const { store } = server.context
  await often(() => store.transact(() => Promise.resolve()))
  await expect(store.transact(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await put(store.db, 1, 1)
  expect(await readShelf(store.db)).toHaveLength(1)
})
