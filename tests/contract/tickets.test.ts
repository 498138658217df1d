import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, TEST_USERS, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let agent: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

const TICKET = { queueId: 'housekeeping', description: 'Two towels', title: 'Room 1204', status: 'open' }
const add = (client: Client, json: unknown, key?: string) =>
  client.call('/api/add-ticket', { method: 'POST', json, ...(key === undefined ? {} : { key }) })
const countTickets = async () =>
  (await server.context.store.db.selectFrom('tickets').select('id').execute()).length

describe('GET /api/ticketing/Queues/', () => {
  it('gives the departments by name to every role, with and without the trailing slash', async () => {
    for (const { username } of TEST_USERS) {
      const client = await signIn(server, username)
      for (const path of ['/api/ticketing/Queues/', '/api/ticketing/Queues']) {
        const { status, body } = await client.call(path)
        expect([username, status]).toEqual([username, 200])
        expect(body).toEqual([
          { id: 'front-desk', name: 'Front Desk', isAdmin: true, undeletable: true, etag: '"1"' },
          { id: 'housekeeping', name: 'Housekeeping', isAdmin: false, etag: '"1"' },
        ])
      }
    }
    expect((await createClient(server).call('/api/ticketing/Queues/')).status).toBe(401)
  })
})

describe('POST /api/add-ticket', () => {
  it('gives the ticket with all that it was made of, to every role', async () => {
    for (const { username } of TEST_USERS) {
      const client = await signIn(server, username)
      const asked = { ...TICKET, guestId: 'guest-free', __room: '1204', chatId: 'free' }
      const { status, body } = await add(client, asked)
      expect([username, status]).toEqual([username, 201])
      expect(body).toEqual({
        id: expect.any(String) as string,
        createdOn: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        title: 'Room 1204',
        description: 'Two towels',
        queueId: 'housekeeping',
        agentId: null,
        status: 'open',
        guestId: 'guest-free',
        chatId: 'free',
        room: '1204',
        etag: '"1"',
      })
    }
    expect((await add(createClient(server), TICKET)).status).toBe(401)
  })

  it('makes one ticket of a repeated call, also at the same time', async () => {
    const before = await countTickets()
    const key = makeKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(agent, TICKET, key)))
    expect(new Set(answers.map(({ body }) => readField(body, 'id'))).size).toBe(1)
    expect(await countTickets()).toBe(before + 1)
    const other = await add(agent, { ...TICKET, description: 'Three towels' }, key)
    expect(other.body).toMatchObject({ code: 'idempotency_mismatch' })
    await add(agent, TICKET)
    await add(agent, TICKET)
    expect(await countTickets()).toBe(before + 3)
  })

  it.each([
    ['no department', { queueId: undefined }],
    ['an unknown department', { queueId: 'garage' }],
    ['a blank request', { description: ' \n ' }],
    ['no request', { description: undefined }],
    ['a request that is too long', { description: 'x'.repeat(4_001) }],
    ['a request that is no text', { description: 7 }],
    ['a request with binary in it', { description: 'a\0b' }],
    ['a blank location', { title: '' }],
    ['a location that is too long', { title: 'x'.repeat(201) }],
    ['an unknown status', { status: 'done' }],
    ['a status that every object has', { status: 'toString' }],
    ['a status that is no text', { status: 1 }],
    ['a department that is no text', { queueId: 7 }],
    ['a location that is no text', { title: 'half of a pair \ud83e' }],
    ['a guest that is no text', { guestId: 7 }],
    ['a guest with binary in it', { guestId: 'a\0b' }],
    ['a room that is no text', { __room: { number: 1204 } }],
    ['a room that is too long', { __room: '1'.repeat(51) }],
    ['a chat that is no text', { chatId: ['free'] }],
    ['an assignee that is no text', { agentId: 7 }],
    ['an unknown chat', { chatId: 'none' }],
    ['an unknown assignee', { agentId: 'nobody' }],
  ])('refuses %s, in words, and writes nothing', async (_, fields) => {
    const before = await countTickets()
    const { status, body } = await add(agent, { ...TICKET, ...fields })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid', message: expect.any(String) as string })
    expect(await countTickets()).toBe(before)
  })

  it('refuses a body that is no JSON, that is no object or too large, and a key that is none', async () => {
    const before = await countTickets()
    const post = (body: string) => agent.call('/api/add-ticket', { method: 'POST', body })
    expect((await post('{"title":')).body).toMatchObject({ code: 'bad_request' })
    expect((await post('[]')).status).toBe(422)
    expect((await post('"ticket"')).status).toBe(422)
    expect((await add(agent, { ...TICKET, description: 'x'.repeat(300_000) })).status).toBe(413)
    expect((await add(agent, TICKET, 'no key')).status).toBe(400)
    expect(await countTickets()).toBe(before)
  })

  it('remembers who wrote it, and takes an empty field for none', async () => {
    const { body } = await add(agent, { ...TICKET, guestId: '', __room: ' ', chatId: null, agentId: '' })
    expect(body).toMatchObject({ guestId: null, room: null, chatId: null, agentId: null })
    const row = await server.context.store.db
      .selectFrom('tickets')
      .select('createdBy')
      .where('id', '=', String(readField(body, 'id')))
      .executeTakeFirst()
    expect(row).toEqual({ createdBy: 'user-agent' })
  })

  it('is given to an assignee who is there', async () => {
    const row = { id: 'assignee-1', name: 'Ivo', telephoneNumber: '7025094433' }
    await server.context.store.db.insertInto('assignees').values(row).execute()
    const { body } = await add(agent, { ...TICKET, status: 'assigned', agentId: row.id })
    expect(body).toMatchObject({ status: 'assigned', agentId: row.id })
  })

  it('takes the four statuses', async () => {
    for (const status of ['open', 'assigned', 'blocked', 'closed'])
      expect((await add(agent, { ...TICKET, status })).body).toMatchObject({ status })
  })

  it('keeps emoji and HTML as the text that they are, without the space around it', async () => {
    const { body } = await add(agent, { ...TICKET, description: '  <b>now</b> 🧺 ' })
    expect(body).toMatchObject({ description: '<b>now</b> 🧺' })
  })
})

describe('CAPABILITIES=none', () => {
  it('makes tickets without what the group staff adds', async () => {
    const plain = await startTestServer({ hotel: makeHotel(), settings: { capabilities: 'none' } })
    try {
      const client = await signIn(plain, 'agent')
      const { status, body } = await add(client, { ...TICKET, chatId: 'none', agentId: 7 }, 'no key')
      expect(status).toBe(201)
      expect(Object.keys(body as object).sort()).toEqual(
        ['agentId', 'createdOn', 'description', 'id', 'queueId', 'status', 'title'].sort(),
      )
    } finally {
      await plain.stop()
    }
  })
})
