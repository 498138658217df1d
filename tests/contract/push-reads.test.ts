import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { PUSH_NEEDS_MAX, pushNeedsAnswerSchema } from '#src/contract/push.ts'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let hotel: PushHotel
let agent: Client
let maria: Client
beforeAll(async () => {
  hotel = await startPushHotel()
  agent = await signIn(hotel.server, 'agent')
  maria = await signIn(hotel.server, 'maria')
})
afterAll(() => hotel.stop())
beforeEach(async () => {
  await hotel.server.context.store.db.deleteFrom('chats').execute()
})

const read = (client: Client, json: unknown, key?: string) =>
  client.call('/api/push/read', { method: 'POST', json, ...(key === undefined ? {} : { key }) })
async function readRev(chatId: string): Promise<number> {
  return Number(readField((await agent.call(`/api/info/chats/${chatId}`)).body, 'rev'))
}
async function readNeeds(client: Client): Promise<string[] | null> {
  const { status, body } = await client.call('/api/push/needs')
  expect(status).toBe(200)
  return v.parse(pushNeedsAnswerSchema, body)?.chatIds.toSorted() ?? null
}
const readRows = () => hotel.server.context.store.db.selectFrom('pushReads').selectAll().execute()
async function readNow(client: Client, chatId: string): Promise<void> {
  expect(await read(client, { chatId, rev: await readRev(chatId) })).toMatchObject({
    status: 204,
    body: null,
  })
}

describe('what a user has read on one device', () => {
  it('needs them no longer on any, until the chat changes; others it needs as before', async () => {
    await hotel.requestHelp('asking')
    await hotel.requestHelp('unread')
    await hotel.addChat('mine')
    await agent.call('/api/takeover/pause/mine')
    await hotel.write('mine', 'Hello')
    expect(await readNeeds(agent)).toEqual(['asking', 'mine', 'unread'])

    await readNow(agent, 'asking')
    await readNow(agent, 'mine')
    expect(await readNeeds(agent)).toEqual(['unread'])
    expect(await readNeeds(maria)).toEqual(['asking', 'unread'])

    await hotel.write('asking', 'Is anybody there?')
    await hotel.write('mine', 'Hello?')
    expect(await readNeeds(agent)).toEqual(['asking', 'mine', 'unread'])
  })

  it('is what every push says too, with the log’s place by which a device knows what it speaks of', async () => {
    const { client, device } = await hotel.openDevice('operator')
    await hotel.requestHelp('asking')
    await readNow(client, 'asking')
    await hotel.requestHelp('later')
    const find = () => device.arrived.find(({ payload }) => readField(payload, 'chatId') === 'later')
    const { payload } = await waitFor('the push', find)
    expect(payload.needs).toEqual({ rev: await readRev('later'), chatIds: ['later'] })
    expect((await client.call('/api/push/needs')).body).toEqual(payload.needs)
  })

  it('is the newest revision, however often and in whatever order it is said', async () => {
    await hotel.requestHelp('asking')
    const before = await readRev('asking')
    await hotel.write('asking', 'Hello?')
    const rev = await readRev('asking')
    for (const said of [before, rev, before]) {
      expect((await read(agent, { chatId: 'asking', rev: said })).status).toBe(204)
    }
    expect(await readRows()).toEqual([{ userId: 'user-agent', chatId: 'asking', rev }])
    expect(await readNeeds(agent)).toEqual([])
  })

  it('is never what is still to come', async () => {
    await hotel.requestHelp('asking')
    expect((await read(agent, { chatId: 'asking', rev: Number.MAX_SAFE_INTEGER })).status).toBe(204)
    expect(await readNeeds(agent)).toEqual([])
    await hotel.write('asking', 'Hello?')
    expect(await readNeeds(agent)).toEqual(['asking'])
  })

  it('is kept once by many at the same time', async () => {
    await hotel.requestHelp('asking')
    const rev = await readRev('asking')
    const calls = Array.from({ length: 8 }, (_, place) => read(agent, { chatId: 'asking', rev: rev - place }))
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 204))
    expect(await readRows()).toMatchObject([{ chatId: 'asking', rev }])
  })
})

describe('POST /api/push/read', () => {
  it('takes a key as every call, and keeps it to what it was used for', async () => {
    await hotel.requestHelp('asking')
    const [json, key] = [{ chatId: 'asking', rev: await readRev('asking') }, makeKey()]
    expect([(await read(agent, json, key)).status, (await read(agent, json, key)).status]).toEqual([204, 204])
    expect(await read(agent, { ...json, rev: 0 }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    })
  })

  it('says that there is no such chat', async () => {
    expect(await read(agent, { chatId: 'none', rev: 1 })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  it.each([
    ['nothing', {}],
    ['a list', []],
    ['no chat', { rev: 1 }],
    ['a chat without a name', { chatId: '', rev: 1 }],
    ['a number for a chat', { chatId: 7, rev: 1 }],
    ['no revision', { chatId: 'asking' }],
    ['a word for a revision', { chatId: 'asking', rev: '1' }],
    ['half a revision', { chatId: 'asking', rev: 1.5 }],
    ['a revision below 0', { chatId: 'asking', rev: -1 }],
    ['a revision that is no exact number', { chatId: 'asking', rev: 2 ** 53 }],
  ])('refuses %s', async (_, json) => {
    expect(await read(agent, json)).toMatchObject({ status: 422, body: { code: 'invalid' } })
  })

  it('refuses what is no JSON, and a chat in no text', async () => {
    expect((await agent.call('/api/push/read', { method: 'POST', body: '{' })).status).toBe(400)
    expect((await read(agent, { chatId: 'a\0', rev: 1 })).status).toBe(400)
  })
})

describe('what was read', () => {
  it('goes with the guest', async () => {
    await hotel.requestHelp('asking')
    await readNow(agent, 'asking')
    const admin = await signIn(hotel.server, 'admin')
    expect((await admin.call('/api/guests/guest-asking', { method: 'DELETE' })).status).toBe(204)
    expect(await readRows()).toEqual([])
  })

  it('goes with the user', async () => {
    await hotel.requestHelp('asking')
    await readNow(await signIn(hotel.server, 'marketing'), 'asking')
    await readNow(agent, 'asking')
    const admin = await signIn(hotel.server, 'admin')
    expect((await admin.call('/api/admin/users/user-marketing', { method: 'DELETE' })).status).toBe(204)
    expect(await readRows()).toMatchObject([{ userId: 'user-agent' }])
  })
})

it('of more chats than a push carries nothing is said', async () => {
  for (let count = 0; count <= PUSH_NEEDS_MAX; count += 1) {
    await hotel.addChat(`crowd-${count}`)
    await hotel.change(`crowd-${count}`, { type: 'needs_help', patch: { needsHelp: true } })
  }
  expect((await agent.call('/api/push/needs')).body).toBeNull()
  await readNow(agent, 'crowd-0')
  expect(await readNeeds(agent)).toHaveLength(PUSH_NEEDS_MAX)
})
