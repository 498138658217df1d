import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

const send = (method: string, path: string, json: unknown) => admin.call(path, { method, json })
const read = async (path: string) => (await admin.call(path)).body
const LONG = 'x'.repeat(10_000)

/** A list's address, a row that is right, and what is wrong with others, each refused with 422. */
const LISTS: { path: string; right: Record<string, unknown>; wrong: [string, Record<string, unknown>][] }[] =
  [
    {
      path: '/api/manager/typical-answers',
      right: { label: 'Pool', answer: 'From 8 to 20.' },
      wrong: [
        ['a blank label', { label: ' \t ' }],
        ['no label', { label: undefined }],
        ['a label that is too long', { label: LONG }],
        ['a label that is no text', { label: 7 }],
        ['a label with binary in it', { label: 'a\0b' }],
        ['a blank response', { answer: '\n' }],
        ['no response', { answer: null }],
        ['a response that is too long', { answer: LONG }],
        ['half of an emoji', { answer: '\ud83e' }],
      ],
    },
    {
      path: '/api/ticketing/Queues',
      right: { name: 'Bar' },
      wrong: [
        ['a blank name', { name: '   ' }],
        ['no name', { name: undefined }],
        ['a name that is too long', { name: LONG }],
        ['a name that is no text', { name: ['Bar'] }],
        ['a name with binary in it', { name: '\0' }],
      ],
    },
    {
      path: '/api/luis/intents',
      right: { name: 'Heliport' },
      wrong: [
        ['a blank name', { name: ' \n' }],
        ['no name', { name: undefined }],
        ['a name that is too long', { name: LONG }],
        ['a name that is no text', { name: { text: 'Heliport' } }],
        ['a name with binary in it', { name: 'a\0b' }],
      ],
    },
    {
      path: '/api/ticketing/Agents',
      right: { name: 'Ivo', telephoneNumber: '7025094433' },
      wrong: [
        ['a blank name', { name: ' ' }],
        ['a name that is too long', { name: LONG }],
        ['a username that is too long', { username: LONG }],
        ['a username that is no text', { username: 7 }],
        ['a password of spaces', { password: '   ' }],
        ['a password that is too long', { password: LONG }],
        ['a department that is not there', { queueId: 'garage' }],
        ['a department that is no text', { queueId: 7 }],
        ['a status in letters', { statusId: '2' }],
        ['a status that there is not', { statusId: 9 }],
        ['half a status', { statusId: 2.5 }],
      ],
    },
    {
      path: '/api/admin/integration',
      right: { category: 'CRS', hostSystem: 'Tidebook' },
      wrong: [
        ['no category', { category: undefined }],
        ['an unknown category', { category: 'TICKETING' }],
        ['a category that every object has', { category: 'toString' }],
        ['a category in small letters', { category: 'crs' }],
        ['a blank host system', { hostSystem: ' ' }],
        ['no host system', { hostSystem: undefined }],
        ['a host system that is too long', { hostSystem: LONG }],
        ['a user name that is too long', { userName: LONG }],
        ['an identifier that is no text', { hostSystemIdentifier: 7 }],
        ['a key that is too long', { apiKey: LONG }],
        ['a key that is no text', { apiKey: 7 }],
        ['a password of spaces', { password: ' ' }],
        ['a switch that is no switch', { isActive: 'on' }],
      ],
    },
  ]
/** Of these a change says the name, since there is nothing else. */
const NAMED_ONLY = ['/api/ticketing/Queues', '/api/luis/intents']
const WRONG = LISTS.flatMap(({ path, right, wrong }) =>
  wrong.map(([what, fields]) => [path, what, right, { ...right, ...fields }, fields] as const),
)

describe('a row of the configuration', () => {
  it.each(WRONG)('%s refuses %s, new and changed, in words', async (path, _, right, wrong, fields) => {
    const before = await read(path)
    const added = await send('POST', path, wrong)
    expect(added.status).toBe(422)
    expect(added.body).toEqual({
      code: 'invalid',
      message: expect.stringMatching(/^(The |There |This |Whether )[^:]*\.$/) as string,
    })
    expect(await read(path)).toEqual(before)
    const { body: given } = await send('POST', path, right)
    const row = `${path}/${String(typeof given === 'string' ? given : readField(given, 'id'))}`
    const body = typeof given === 'string' ? await read(row) : given
    // What is absent stays: it is wrong in a new row only.
    const isAbsent = Object.values(fields).includes(undefined)
    expect((await send('PUT', row, fields)).status).toBe(isAbsent && !NAMED_ONLY.includes(path) ? 200 : 422)
    expect(await read(path)).toContainEqual(body)
    expect((await admin.call(row, { method: 'DELETE' })).status).toBe(204)
  })

  it('keeps emoji and HTML as the text that they are, without the space around it', async () => {
    const { body } = await send('POST', '/api/manager/typical-answers', {
      label: '  <b>Pool</b> 🏊 ',
      answer: "'; drop table users; --\n%_",
    })
    expect(body).toMatchObject({ label: '<b>Pool</b> 🏊', answer: "'; drop table users; --\n%_" })
  })

  it('refuses names that are taken in another letter case, also for a change', async () => {
    await send('POST', '/api/ticketing/Queues', { name: 'Wäsche' })
    expect((await send('POST', '/api/ticketing/Queues', { name: 'WÄSCHE' })).status).toBe(409)
    await send('POST', '/api/ticketing/Queues', { name: 'Laundry' })
    const taken = await send('POST', '/api/ticketing/Queues', { name: 'LAUNDRY' })
    expect(taken).toMatchObject({
      status: 409,
      body: { message: "There is a department 'Laundry' already." },
    })
    expect((await send('PUT', '/api/ticketing/Queues/housekeeping', { name: 'laundry' })).status).toBe(409)
    expect((await send('PUT', '/api/ticketing/Queues/housekeeping', { name: 'HouseKeeping' })).status).toBe(
      200,
    )
    const ivo = { name: 'Ivo', telephoneNumber: '7025094433', username: 'ivo' }
    await send('POST', '/api/ticketing/Agents', ivo)
    const other = { ...ivo, name: 'Other', username: ' IVO ' }
    expect(await send('POST', '/api/ticketing/Agents', other)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'Ivo has this username already.' },
    })
    for (const username of [null, '', ' ']) {
      expect((await send('POST', '/api/ticketing/Agents', { ...other, username })).status).toBe(201)
    }
  })
})

describe('a telephone number', () => {
  it.each([
    undefined,
    null,
    '',
    '  ',
    'none',
    '+',
    '12',
    '1'.repeat(16),
    '702509443x',
    {},
    7.5,
    -7_025_094_433,
  ])('%j is none', async (telephoneNumber) => {
    const { status, body } = await send('POST', '/api/ticketing/Agents', { name: 'Ana', telephoneNumber })
    expect(status).toBe(422)
    expect(body).toEqual({ code: 'invalid', message: "Telephone number can't be blank" })
  })

  it.each([
    ['7025094433', '7025094433'],
    [7_025_094_433, '7025094433'],
    [' (702) 509-4433 ', '7025094433'],
    ['+34 600.123.456', '+34600123456'],
  ])('%j is one', async (telephoneNumber, kept) => {
    const { body } = await send('POST', '/api/ticketing/Agents', { name: 'Ana', telephoneNumber })
    expect(body).toMatchObject({ telephoneNumber: kept, statusId: 1, queueId: null })
  })
})

describe('secrets', () => {
  const stored = async (id: string) => {
    const { store, secrets } = server.context
    const { apiKey, password } = await store.db
      .selectFrom('integrations')
      .select(['apiKey', 'password'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      apiKey: secrets.open(apiKey ?? '', `integrations/${id}/apiKey`),
      password: secrets.open(password ?? '', `integrations/${id}/password`),
    }
  }

  it('of an integration go in and never out; empty leaves them alone, null takes them away', async () => {
    const path = '/api/admin/integration'
    const asked = { category: 'TICKET', hostSystem: 'Fixit', apiKey: 'key-abc', password: ' pass-xyz ' }
    const { body } = await send('POST', path, asked)
    const hidden = { apiKey: '', hasApiKey: true, password: '', hasPassword: true }
    expect(body).toMatchObject({ ...hidden, userName: '', hostSystemIdentifier: '', isActive: false })
    const id = String(readField(body, 'id'))
    expect(await stored(id)).toEqual({ apiKey: 'key-abc', password: ' pass-xyz ' })
    await send('PUT', `${path}/${id}`, { ...asked, apiKey: '', password: '', userName: 'desk' })
    expect(await stored(id)).toEqual({ apiKey: 'key-abc', password: ' pass-xyz ' })
    const cleared = await send('PUT', `${path}/${id}`, { apiKey: null, password: 'new-pass' })
    expect(cleared.body).toMatchObject({ hasApiKey: false, hasPassword: true, userName: 'desk' })
    const operator = await signIn(server, 'operator')
    const known = await operator.call('/api/admin/integrationByCategory/TICKET')
    expect(known.body).toEqual([cleared.body])
    expect((await operator.call('/api/admin/integrationByCategory/CRM')).body).toEqual([])
    expect((await operator.call('/api/admin/integrationByCategory/ticket')).status).toBe(404)
    const log = await read('/api/admin/audit?limit=1')
    const change = (field: string) => ({ field, before: null, after: '(changed)' })
    expect(readField(log, 'rows')).toMatchObject([{ changes: [change('apiKey'), change('password')] }])
    const told = JSON.stringify([await read(path), await read('/api/admin/audit?limit=200')])
    expect(told).not.toMatch(/key-abc|pass-xyz|new-pass/)
  })

  it('of an assignee are hashed, never answered, change the version and can be taken away', async () => {
    const asked = { name: 'Ana', telephoneNumber: '7025094433', password: 'her secret' }
    const { body } = await send('POST', '/api/ticketing/Agents', asked)
    const id = String(readField(body, 'id'))
    const put = await send('PUT', `/api/ticketing/Agents/${id}`, { ...asked, password: 'another' })
    expect(put.body).toEqual({ ...(body as object), etag: '"2"' })
    expect(JSON.stringify([body, await read('/api/admin/audit')])).not.toMatch(/her secret|another|argon/)
    const storedHash = async () => {
      const { db } = server.context.store
      const kept = db.selectFrom('assignees').select('passwordHash').where('id', '=', id)
      return (await kept.executeTakeFirstOrThrow()).passwordHash
    }
    expect(await storedHash()).toMatch(/^\$argon2id\$/)
    await send('PUT', `/api/ticketing/Agents/${id}`, { password: '', name: 'Ana B.' })
    expect(await storedHash()).toMatch(/^\$argon2id\$/)
    const cleared = await send('PUT', `/api/ticketing/Agents/${id}`, { password: null })
    expect([cleared.status, readField(cleared.body, 'etag'), await storedHash()]).toEqual([200, '"4"', null])
    const log = await read('/api/admin/audit?limit=1')
    const change = { field: 'password', before: null, after: '(changed)' }
    expect(readField(log, 'rows')).toMatchObject([{ action: 'update', changes: [change] }])
  })
})

describe('tickets', () => {
  it('are listed by status; assigned gives the new ones too', async () => {
    const states = ['open', 'assigned', 'blocked', 'closed']
    for (const status of states) {
      await send('POST', '/api/add-ticket', { queueId: 'housekeeping', description: 'd', title: 't', status })
    }
    const statusesOf = async (path: string) =>
      ((await read(`/api/ticketing/Tickets/${path}`)) as object[]).map((row) => readField(row, 'status'))
    // The newest first.
    expect(await statusesOf('')).toEqual([...states].reverse())
    expect(await statusesOf('assigned')).toEqual(['assigned', 'open'])
    for (const status of ['open', 'blocked', 'closed']) expect(await statusesOf(status)).toEqual([status])
    for (const none of ['New', 'toString', '%25']) {
      expect((await admin.call(`/api/ticketing/Tickets/${none}`)).status).toBe(404)
    }
  })

  it.each([
    ['a blank request', { description: ' ' }],
    ['a location that is too long', { title: LONG }],
    ['an unknown department', { queueId: 'garage' }],
    ['no department', { queueId: null }],
    ['an unknown assignee', { agentId: 'nobody' }],
    ['an unknown status', { status: 'New' }],
    ['a status that is no text', { status: 1 }],
  ])('refuse %s in a change', async (_, fields) => {
    const ticket = { queueId: 'housekeeping', description: 'd', title: 't', status: 'open' }
    const { body } = await send('POST', '/api/add-ticket', ticket)
    expect(
      (await send('PUT', `/api/ticketing/Tickets/${String(readField(body, 'id'))}`, fields)).status,
    ).toBe(422)
    expect(await read('/api/ticketing/Tickets/')).toContainEqual(body)
  })

  it('take any status after any, and keep guest, chat and room', async () => {
    const ticket = { queueId: 'housekeeping', description: 'd', title: 't', chatId: 'free', __room: '7' }
    const { body } = await send('POST', '/api/add-ticket', ticket)
    const path = `/api/ticketing/Tickets/${String(readField(body, 'id'))}`
    for (const status of ['closed', 'open', 'blocked', 'assigned']) {
      const changed = await send('PUT', path, { ...(body as object), status, chatId: 'mine', room: '8' })
      expect(changed.body).toMatchObject({ status, chatId: 'free', room: '7' })
    }
  })
})

it('the states of assignees are those of the contract', async () => {
  const { body } = await admin.call('/api/ticketing/AgentStatuses')
  expect(body).toEqual([
    { id: 1, name: 'Inactive' },
    { id: 2, name: 'Active' },
    { id: 3, name: 'Break' },
  ])
})
