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
import { startTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** An environment that has the specification alone (CONTRACT section 2, CAPABILITIES=none). */
let server: TestServer
let agent: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel(), settings: { capabilities: 'none' } })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

const CHAT_FIELDS = [
  'botName',
  'createdAt',
  'displayName',
  'guestId',
  'id',
  'lastUserMessageDate',
  'messagesCount',
  'needsHelp',
  'pausedAt',
  'source',
  'updatedAt',
  'user',
]

describe('CAPABILITIES=none', () => {
  it('has no extension’s call', async () => {
    const json = { username: 'agent', password: TEST_PASSWORD }
    expect((await createClient(server).call('/api/auth', { method: 'POST', json })).status).toBe(404)
    expect((await agent.call('/api/auth', { method: 'DELETE' })).status).toBe(404)
    const pushes = ['/api/push/subscription', '/api/push/needs']
    for (const path of ['/api/capabilities', '/api/sync', '/api/staff', ...pushes]) {
      expect((await agent.call(path)).status).toBe(404)
    }
  })

  it('gives chats and messages without the fields of extensions', async () => {
    const { body } = await agent.call('/api/info/chats/mine')
    expect(Object.keys(body as object).sort()).toEqual(CHAT_FIELDS)
    const list = (await agent.call('/api/info/chats')).body as object[]
    expect(list.every((chat) => Object.keys(chat).length === CHAT_FIELDS.length)).toBe(true)
    for (const path of ['/api/info/message/free-m0', '/api/info/chats/free/messages']) {
      expect(JSON.stringify((await agent.call(path)).body)).not.toContain('clientId')
    }
  })

  it('reports UTC’s days, and nothing of an extension', async () => {
    const manager = await signIn(server, 'manager')
    const range = 'startDate=2026-03-29T00:00:00.000Z&endDate=2026-03-29T23:59:59.999Z'
    for (const [title, fields] of [
      ['live', ['guestsNeedHelp', 'lastAgentMessages']],
      ['message', ['byAgent', 'byDayOfWeek', 'byHour', 'total', 'totalByBot']],
      ['user', ['interactionsPerChat', 'lastUsers', 'totalUsers', 'usersByDate']],
    ] as const) {
      const { status, body } = await manager.call(`/analytics/${title}?${range}`)
      expect(status).toBe(200)
      expect(Object.keys(body as object).sort()).toEqual(['data', 'name'])
      expect(Object.keys(readField(body, 'data') as object).sort()).toEqual(fields)
      expect(JSON.stringify(body)).not.toMatch(/chatId|messageId/)
    }
    expect((await manager.call(`/analytics/service?${range}`)).status).toBe(404)
  })

  it('ignores scope, limit, before, holder, helpAt and the key', async () => {
    const all = (await agent.call('/api/info/chats')).body as object[]
    const asked = await agent.call('/api/info/chats?scope=recent&limit=x&before=none')
    expect(asked.body).toEqual(all)
    const messages = await agent.call('/api/info/chats/long/messages?limit=5&before=none')
    expect(messages.body).toHaveLength(120)
    const taken = await agent.call('/api/takeover/pause/marias?holder=bot&helpAt=never', { key: 'no key' })
    expect(taken).toMatchObject({ status: 200, body: {} })
    const key = makeKey()
    for (const text of ['one', 'two']) {
      const sent = await agent.call('/api/takeover/send/marias', { method: 'POST', json: { text }, key })
      expect(sent).toMatchObject({ status: 200, body: {} })
    }
    const rows = (await agent.call('/api/info/chats/marias/messages')).body as { text: string }[]
    expect(rows.slice(-2).map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('answers {} to every takeover, send and upload, and still says what is wrong', async () => {
    for (const action of ['pause', 'resolve', 'play']) {
      expect((await agent.call(`/api/takeover/${action}/free`)).body).toEqual({})
    }
    const form = new FormData()
    form.append('files', new File([new Uint8Array([0x47, 0x49, 0x46, 0x38, 0x39, 0x61])], 'a.gif'))
    const uploaded = await agent.call('/api/takeover/upload/mine', { method: 'POST', body: form })
    expect(uploaded).toMatchObject({ status: 200, body: {} })
    const rows = (await agent.call('/api/info/chats/mine/messages')).body as { attachments: object[] }[]
    expect(Object.keys(rows.at(-1)?.attachments[0] ?? {}).sort()).toEqual([
      'contentType',
      'contentUrl',
      'name',
    ])
    const refused = await agent.call('/api/takeover/send/free', { method: 'POST', json: { text: 'x' } })
    expect(refused.body).toMatchObject({ code: 'not_held' })
  })

  it('sends hints of three fields, and no heartbeat', async () => {
    const socket = await openStaffSocket(server, agent)
    await agent.call('/api/takeover/send/mine', { method: 'POST', json: { text: 'hint' } })
    await waitFor('the hint', () => socket.ofType('new_message').length > 0)
    for (const frame of socket.frames) expect(Object.keys(frame).sort()).toEqual(['chatId', 'type', 'value'])
    await socket.close()
  })
})
