import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createClient,
  makeKey,
  openStaffSocket,
  readField,
  signIn,
  type Client,
} from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, TEST_USERS, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let agent: Client
let maria: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
  maria = await signIn(server, 'maria')
})
afterAll(() => server.stop())

const AGENT = { id: 'user-agent', name: 'Agent' }
const MARIA = { id: 'user-maria', name: 'Maria' }
const pass = (
  client: Client,
  chatId: string,
  json: unknown,
  { query = '', key }: { query?: string; key?: string } = {},
) => client.call(`/api/takeover/pass/${chatId}${query}`, { method: 'POST', json, ...(key ? { key } : {}) })

interface Colleague {
  id: string
  online: boolean
}
const readColleague = async (id: string) =>
  ((await agent.call('/api/staff')).body as Colleague[]).find((row) => row.id === id)

describe('GET /api/staff', () => {
  it('names everybody to every role, and nobody else', async () => {
    expect((await agent.call('/api/capabilities')).body).toMatchObject({ staff: true })
    for (const { username } of TEST_USERS) {
      const { status, body } = await (await signIn(server, username)).call('/api/staff')
      expect([username, status]).toEqual([username, 200])
      expect(body).toHaveLength(TEST_USERS.length)
      expect(body).toContainEqual({ ...MARIA, role: 0, online: false })
    }
    expect((await createClient(server).call('/api/staff')).status).toBe(401)
  })

  it('says who has the console open', async () => {
    const socket = await openStaffSocket(server, maria)
    await waitFor('Maria to be online', async () => (await readColleague(MARIA.id))?.online === true)
    expect((await readColleague(AGENT.id))?.online).toBe(false)
    await socket.close()
    await waitFor('Maria to be offline', async () => (await readColleague(MARIA.id))?.online === false)
  })
})

describe('POST /api/takeover/pass/{chatId}', () => {
  it('hands a chat to a colleague, who can answer at once; the help request stays', async () => {
    await agent.call('/api/takeover/pause/helpless')
    const helpAt = readField((await agent.call('/api/info/chats/helpless')).body, 'helpAt')
    const { status, body } = await pass(
      agent,
      'helpless',
      { userId: MARIA.id },
      { query: `?holder=${AGENT.id}` },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: MARIA,
      needsHelp: true,
      helpAt,
      pausedAt: expect.any(String) as string,
    })
    expect(helpAt).toEqual(expect.any(String))
    const json = { text: 'Maria here' }
    expect((await maria.call('/api/takeover/send/helpless', { method: 'POST', json })).status).toBe(200)
    const refused = await agent.call('/api/takeover/send/helpless', { method: 'POST', json })
    expect(refused.body).toMatchObject({ code: 'not_held', details: { user: MARIA } })
  })

  it('is one pass under one key, and answers a repeat with the chat as it is now', async () => {
    await agent.call('/api/takeover/pause/free')
    const key = makeKey()
    const first = await pass(agent, 'free', { userId: MARIA.id }, { key })
    await maria.call('/api/takeover/play/free')
    const again = await pass(agent, 'free', { userId: MARIA.id }, { key })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toMatchObject({ user: null })
    expect(Number(readField(again.body, 'rev'))).toBeGreaterThan(Number(readField(first.body, 'rev')))
  })

  it('refuses a chat that the caller does not hold, and another holder than the person saw', async () => {
    const notMine = await pass(agent, 'marias', { userId: 'user-admin' })
    expect(notMine.status).toBe(409)
    expect(notMine.body).toMatchObject({ code: 'not_held', details: { user: MARIA } })
    const changed = await pass(agent, 'marias', { userId: 'user-admin' }, { query: `?holder=${AGENT.id}` })
    expect(changed.body).toMatchObject({ code: 'holder_changed', details: { user: MARIA } })
    expect((await pass(agent, 'old-1', { userId: MARIA.id })).body).toMatchObject({ code: 'not_held' })
    expect((await pass(agent, 'none', { userId: MARIA.id })).status).toBe(404)
  })

  it.each([
    ['oneself', { userId: AGENT.id }],
    ['somebody who is not there', { userId: 'nobody' }],
    ['nobody', {}],
    ['a number', { userId: 7 }],
    ['what is no text', { userId: 'user-maria\0' }],
  ])('refuses to pass to %s', async (_, json) => {
    const { status, body } = await pass(agent, 'mine', json)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid' })
    expect((await agent.call('/api/info/chats/mine')).body).toMatchObject({ user: AGENT })
  })

  it('refuses a body that is no JSON, a key that is none, and a colleague who was removed', async () => {
    const path = '/api/takeover/pass/mine'
    expect((await agent.call(path, { method: 'POST', body: '{' })).status).toBe(400)
    expect((await pass(agent, 'mine', { userId: MARIA.id }, { key: 'no key' })).status).toBe(400)
    const { db } = server.context.store
    const removed = { id: 'user-gone', username: 'gone', name: 'Gone', role: 0 }
    await db.insertInto('users').values(removed).execute()
    await db.deleteFrom('users').where('id', '=', removed.id).execute()
    expect((await pass(agent, 'mine', { userId: removed.id })).status).toBe(422)
    expect((await agent.call('/api/info/chats/mine')).body).toMatchObject({ user: AGENT })
  })

  it('tells two colleagues of one name apart by their ids', async () => {
    const { db } = server.context.store
    const twins = ['user-twin-1', 'user-twin-2'].map((id) => ({ id, username: id, name: 'Kim Lee', role: 0 }))
    await db.insertInto('users').values(twins).execute()
    const { body } = await pass(agent, 'sms', { userId: 'user-twin-2' })
    expect(body).toMatchObject({ user: { id: 'user-twin-2', name: 'Kim Lee' } })
    const staff = (await agent.call('/api/staff')).body as { id: string; name: string }[]
    expect(staff.filter(({ name }) => name === 'Kim Lee').map(({ id }) => id)).toEqual(
      twins.map(({ id }) => id),
    )
    await db.deleteFrom('users').where('name', '=', 'Kim Lee').execute()
  })

  it('is told in the thread and to every socket, once', async () => {
    const socket = await openStaffSocket(server, maria)
    const before = (await agent.call('/api/info/chats/mine')).body
    const key = makeKey()
    await pass(agent, 'mine', { userId: MARIA.id }, { key })
    await pass(agent, 'mine', { userId: MARIA.id }, { key })
    const rows = (await agent.call('/api/info/chats/mine/messages')).body as object[]
    const told = rows.filter((row) => readField(row, 'type') === 'event')
    expect(told).toMatchObject([
      { text: 'Agent passed the chat to Maria', sentByGuest: false, user: null, attachments: [] },
    ])
    const ofMine = () => socket.frames.filter((frame) => frame['chatId'] === 'mine')
    await waitFor('the hint', () => ofMine().length > 0)
    expect(ofMine()).toMatchObject([
      { type: 'new_message', value: readField(told[0], 'id'), chat: { user: MARIA }, message: told[0] },
    ])
    const after = (await agent.call('/api/info/chats/mine')).body
    expect(readField(after, 'messagesCount')).toBe(Number(readField(before, 'messagesCount')) + 1)
    expect(readField(after, 'lastUserMessageDate')).toBe(readField(before, 'lastUserMessageDate'))
    await socket.close()
  })
})

it('CAPABILITIES=none: there is no such group', async () => {
  const plain = await startTestServer({ hotel: makeHotel(), settings: { capabilities: 'none' } })
  try {
    const client = await signIn(plain, 'agent')
    expect((await client.call('/api/staff')).status).toBe(404)
    expect((await pass(client, 'mine', { userId: MARIA.id })).status).toBe(404)
  } finally {
    await plain.stop()
  }
})
