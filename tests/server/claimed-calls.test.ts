import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messageSchema } from '#src/contract/chats.ts'
import { guestSessionSchema } from '#src/contract/guest-side.ts'
import { lockChat } from '#server/store/chats/lock-chat.ts'
import { BOT_ANSWER_JOB, HELD_QUESTION_JOB } from '#server/store/jobs/job-kinds.ts'
import { createClient, makeKey, signIn, type Client } from '#tests/support/api-client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const MANY = 8

let server: TestServer
let agent: Client
let guest: Client
let chatId: string
beforeAll(async () => {
  server = await startTestServer()
  agent = await signIn(server, 'agent')
  const opened = await createClient(server).call('/api/guest/session', { method: 'POST', json: {} })
  const session = v.parse(guestSessionSchema, opened.body)
  chatId = session.chatId
  guest = createClient(server, session.token)
  // What a first message loads takes longer, on a busy machine, than a transaction may stand still.
  await say('hello')
})
afterAll(() => server.stop())

const say = (text: string, key = makeKey()) =>
  guest.call('/api/guest/messages', { method: 'POST', json: { text }, key })
const send = (text: string, key = makeKey()) =>
  agent.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text }, key })
const change = async (what: 'pause' | 'play') =>
  expect((await agent.call(`/api/takeover/${what}/${chatId}`, { key: makeKey() })).status).toBe(200)

async function listTexts(): Promise<string[]> {
  const { db } = server.context.store
  const rows = await db.selectFrom('messages').select('text').where('chatId', '=', chatId).execute()
  return rows.map(({ text }) => text)
}

function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

/** Changes the chat while calls wait for its lock; they are what it gives. */
async function changeUnder<T>(holderId: string, begin: () => Promise<T>): Promise<T> {
  const { store, commitChanges } = server.context
  const locked = createGate()
  const isEnough = createGate()
  const changing = store.transact(async (tx) => {
    await lockChat(tx, chatId)
    locked.open()
    await isEnough.opened
    const patch = { holder: { id: holderId, name: 'Somebody' } }
    await commitChanges(tx, [{ type: 'chat_changed', chatId, patch }])
  })
  await locked.opened
  const begun = begin()
  // Embedded, they wait for the one connection.
  if (store.kind === 'postgres') await waitFor('calls to wait for the chat', isWaitedFor)
  isEnough.open()
  await changing
  return begun
}
async function isWaitedFor(): Promise<boolean> {
  const { rows } = await sql`select pid from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database()`.execute(server.context.store.db)
  return rows.length > 0
}

it('a message sees what was done to its chat while it waited', async () => {
  const said = await changeUnder('user-maria', () => say('who is there'))
  expect(said.status).toBe(201)
  const { id } = v.parse(messageSchema, said.body)
  const { rows } = await sql<{ kind: string }>`
    select kind from jobs where payload->>'messageId' = ${id}`.execute(server.context.store.db)
  expect(rows.map(({ kind }) => kind)).toEqual([HELD_QUESTION_JOB])
  expect(rows.map(({ kind }) => kind)).not.toContain(BOT_ANSWER_JOB)
  // Whoever holds it no longer writes in it.
  await change('pause')
  expect((await changeUnder('user-maria', () => send('not mine any more'))).status).toBe(409)
  expect(await listTexts()).not.toContain('not mine any more')
})

it('one key and one chat at the same moment are one message, and nobody waits for ever', async () => {
  await change('pause')
  const keys = [makeKey(), makeKey()]
  const answers = await Promise.all(
    Array.from({ length: MANY }, (_, index) => [
      say('once', keys[0]),
      send('once by staff', keys[1]),
      say(`own ${index}`),
      send(`own by staff ${index}`),
    ]).flat(),
  )
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201])
  const texts = await listTexts()
  for (const text of ['once', 'once by staff']) expect(texts.filter((each) => each === text)).toHaveLength(1)
  for (let index = 0; index < MANY; index += 1) {
    expect(texts).toContain(`own ${index}`)
    expect(texts).toContain(`own by staff ${index}`)
  }
})

it('a call that is refused has taken neither its key nor a use', async () => {
  const { db } = server.context.store
  const countUses = async () =>
    (await db.selectFrom('rateLimits').select('count').where('key', 'like', 'guest-messages:%').execute())[0]
      ?.count
  const before = await countUses()
  const key = makeKey()
  await db.updateTable('chats').set({ guestBlocked: true }).where('id', '=', chatId).execute()
  expect((await say('blocked', key)).status).toBe(403)
  expect(await countUses()).toBe(before)
  await db.updateTable('chats').set({ guestBlocked: false }).where('id', '=', chatId).execute()
  expect((await say('blocked', key)).status).toBe(201)
  expect(await countUses()).toBe((before ?? 0) + 1)
  // A repeat is no use.
  expect((await say('blocked', key)).status).toBe(201)
  expect(await countUses()).toBe((before ?? 0) + 1)
})
