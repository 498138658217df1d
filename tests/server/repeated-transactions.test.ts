import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { generateScale } from '#server/demo/scale.ts'
import { insertHotel } from '#server/store/bulk/insert-hotel.ts'
import type { Tx } from '#server/store/store.ts'
import { makeKey, readField, signIn } from '#tests/support/api-client.ts'
import { makeChat, refTo } from '#tests/support/test-hotel.ts'
import {
  createTestDatabase,
  isPostgresRun,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '#tests/support/test-server.ts'

const DEADLOCK = '40P01'
const NOT_SERIALIZABLE = '40001'
const TRIES = 3

let database: TestDatabase
let server: TestServer
beforeEach(async () => {
  const held = ['one', 'two'].map((id) => makeChat(id, { holder: refTo('agent'), pausedAt: new Date() }))
  // Its own, because it does not stay as it is.
  database = await createTestDatabase()
  server = await startTestServer({ database, hotel: { chats: held } })
})
afterEach(async () => {
  await server.stop()
  await database.remove()
})

/** Has the database undo the next transactions that write a message, as it does with those in each other's way. */
async function undoNext(times: number, code: string): Promise<void> {
  const { db } = server.context.store
  // What a sequence gave stays given when its transaction is undone.
  await sql`create sequence undone`.execute(db)
  await sql
    .raw(
      `create function undo() returns trigger language plpgsql as $$ begin
        if nextval('undone') <= ${times} then raise exception 'undone' using errcode = '${code}'; end if;
        return new;
      end $$`,
    )
    .execute(db)
  await sql`create trigger undo before insert on messages for each row execute function undo()`.execute(db)
}

async function countUndone(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select last_value as count from undone`.execute(
    server.context.store.db,
  )
  return rows[0]?.count ?? 0
}

const readTexts = async () => {
  const { db } = server.context.store
  const rows = await db.selectFrom('messages').select('text').where('text', 'like', 'said %').execute()
  return rows.map(({ text }) => text)
}
const send = async (text: string) =>
  (await signIn(server, 'agent')).call('/api/takeover/send/one', {
    method: 'POST',
    json: { text },
    key: makeKey(),
  })

it.each([DEADLOCK, NOT_SERIALIZABLE])(
  'a write that the database undoes with %s is run again: its effect is there once, and nobody hears of it',
  async (code) => {
    await undoNext(TRIES - 1, code)
    expect((await send('said again')).status).toBe(200)
    expect(await readTexts()).toEqual(['said again'])
    const { body } = await (await signIn(server, 'agent')).call('/api/info/chats/one')
    expect(readField(body, 'messagesCount')).toBe(3)
    expect(server.logLines).toEqual([])
  },
)

it('a write that is undone each time is given up after three tries, with 503', async () => {
  await undoNext(100, DEADLOCK)
  expect(await send('said in vain')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(await countUndone()).toBe(TRIES)
  expect(await readTexts()).toEqual([])
  expect(server.logLines).toHaveLength(1)
  expect(server.logLines[0]).toContain('two transactions were in each other’s way')
})

it('a whole hotel that is undone is written again from its first chat on', async () => {
  await undoNext(1, NOT_SERIALIZABLE)
  await insertHotel(server.context.store, { chats: generateScale(30, 300) })
  const { db } = server.context.store
  const rows = await db.selectFrom('chats').select('id').where('id', 'like', 'scale-%').execute()
  expect(rows).toHaveLength(30)
})

it.skipIf(!isPostgresRun)('two that wait for each other both come to their end', async () => {
  const { store } = server.context
  const lock = (tx: Tx, id: string) =>
    tx
      .updateTable('chats')
      .set({ displayName: sql`display_name || '+'` })
      .where('id', '=', id)
      .execute()
  let runs = 0
  let held = 0
  let hold: () => void = () => undefined
  const bothHold = new Promise<void>((resolve) => (hold = resolve))
  const cross = (first: string, second: string) =>
    store.transact(async (tx) => {
      runs += 1
      await lock(tx, first)
      held += 1
      if (held === 2) hold()
      await bothHold
      await lock(tx, second)
    })
  await Promise.all([cross('one', 'two'), cross('two', 'one')])
  expect(runs).toBe(3)
  const rows = await store.db.selectFrom('chats').select('displayName').orderBy('id').execute()
  expect(rows.map(({ displayName }) => displayName)).toEqual(['Guest of one++', 'Guest of two++'])
  expect(server.logLines).toEqual([])
})
