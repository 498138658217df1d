import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, TEST_USERS, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

const SHIFT = {
  isEnabled: true,
  name: 'Night',
  shiftStart: '22:00',
  shiftEnd: '24:00',
  frequency: 'Daily',
  message: 'A guest needs you',
  timeZone: 'Europe/Madrid',
  userIds: ['user-maria'],
  shiftId: 'shift-1',
}
const ALERT = {
  isEnabled: true,
  name: 'Desk',
  type: 'email',
  notificationType: 'user_needs_help',
  sendTo: 'desk@hotel.example',
}
const post = (client: Client, type: string, config: unknown, key?: string) =>
  client.call('/api/bot-config', {
    method: 'POST',
    json: { type, config },
    ...(key === undefined ? {} : { key }),
  })
const isKnown = (type: string) => type !== 'weather'
const list = async (type: string) => (await admin.call(`/api/bot-config/?type=${type}`)).body as unknown[]

describe('bot-config of shifts and alerts', () => {
  it.each([
    ['agentOnDuty', SHIFT, { ...SHIFT, shiftEnd: '23:00' }],
    ['alerts', ALERT, { ...ALERT, type: 'SMS', sendTo: '7025094433' }],
  ])(
    '%s: is created, listed, read, changed by PUT and by POST, and deleted',
    async (type, config, changed) => {
      const before = (await list(type)).length
      const created = await post(admin, type, config)
      expect(created.status).toBe(201)
      const id = String(readField(created.body, 'id'))
      // A shift says when it was set: one that runs once is found by it.
      const setAt = readField(created.body, 'updatedAt')
      expect(Number.isNaN(Date.parse(String(setAt)))).toBe(type !== 'agentOnDuty')
      const row = { id, type, config, etag: '"1"', ...(setAt === undefined ? {} : { updatedAt: setAt }) }
      expect(created.body).toEqual(row)
      expect(await list(type)).toContainEqual(row)
      const one = await admin.call(`/api/bot-config/${id}?type=${type}`)
      expect([one.body, one.headers.get('etag')]).toEqual([row, row.etag])
      for (const [method, next, etag] of [
        ['PUT', changed, '"2"'],
        ['POST', config, '"3"'],
      ] as const) {
        const answer = await admin.call(`/api/bot-config/${id}`, { method, json: { type, config: next } })
        expect(answer).toMatchObject({ status: 200, body: { id, type, config: next, etag } })
      }
      const gone = await admin.call(`/api/bot-config/${id}?type=${type}`, { method: 'DELETE' })
      expect(gone.status).toBe(204)
      expect((await admin.call(`/api/bot-config/${id}?type=${type}`)).status).toBe(404)
      expect((await admin.call(`/api/bot-config/${id}?type=${type}`, { method: 'DELETE' })).status).toBe(404)
      expect(await list(type)).toHaveLength(before)
    },
  )

  it('is the admin’s alone', async () => {
    const created = await post(admin, 'alerts', ALERT)
    const path = `/api/bot-config/${String(readField(created.body, 'id'))}`
    const calls: [path: string, method: string][] = [
      ['/api/bot-config/?type=alerts', 'GET'],
      ['/api/bot-config', 'POST'],
      [`${path}?type=alerts`, 'GET'],
      [path, 'POST'],
      [path, 'PUT'],
      [`${path}?type=alerts`, 'DELETE'],
    ]
    for (const { username } of TEST_USERS) {
      if (username === 'admin') continue
      const client = await signIn(server, username)
      for (const [callPath, method] of calls) {
        const json = method === 'POST' || method === 'PUT' ? { type: 'alerts', config: ALERT } : undefined
        const { status } = await client.call(callPath, { method, json })
        expect([username, method, callPath, status]).toEqual([username, method, callPath, 403])
      }
    }
    for (const [callPath, method] of calls)
      expect((await createClient(server).call(callPath, { method })).status).toBe(401)
  })

  it('makes one row of a repeated call', async () => {
    const key = makeKey()
    const answers = [await post(admin, 'alerts', ALERT, key), await post(admin, 'alerts', ALERT, key)]
    expect(readField(answers[0]?.body, 'id')).toBe(readField(answers[1]?.body, 'id'))
  })

  it.each([
    ['a start that is no time', 'agentOnDuty', { ...SHIFT, shiftStart: '25:00' }],
    ['a start at 24:00', 'agentOnDuty', { ...SHIFT, shiftStart: '24:00' }],
    ['no end', 'agentOnDuty', { ...SHIFT, shiftEnd: undefined }],
    ['an unknown frequency', 'agentOnDuty', { ...SHIFT, frequency: 'Monthly' }],
    ['an unknown time zone', 'agentOnDuty', { ...SHIFT, timeZone: 'Mars/Olympus' }],
    ['people who are not there', 'agentOnDuty', { ...SHIFT, userIds: ['nobody'] }],
    ['an unknown alert', 'alerts', { ...ALERT, type: 'pigeon' }],
    ['an unknown occasion', 'alerts', { ...ALERT, notificationType: 'full_moon' }],
    ['nobody to send to', 'alerts', { ...ALERT, sendTo: ' ' }],
    ['a start without minutes', 'agentOnDuty', { ...SHIFT, shiftStart: '8' }],
    ['an end after the day', 'agentOnDuty', { ...SHIFT, shiftEnd: '24:01' }],
    ['a start that is no text', 'agentOnDuty', { ...SHIFT, shiftStart: 800 }],
    ['no frequency', 'agentOnDuty', { ...SHIFT, frequency: undefined }],
    ['a message that is too long', 'agentOnDuty', { ...SHIFT, message: 'x'.repeat(1_001) }],
    ['a message with binary in it', 'agentOnDuty', { ...SHIFT, message: 'a\0b' }],
    ['half of an emoji', 'agentOnDuty', { ...SHIFT, message: '\ud83e' }],
    ['an offset for a time zone', 'agentOnDuty', { ...SHIFT, timeZone: '+01:00' }],
    ['people who are no list', 'agentOnDuty', { ...SHIFT, userIds: 'user-maria' }],
    ['a person who is no text', 'agentOnDuty', { ...SHIFT, userIds: [7] }],
    ['a switch that is no switch', 'agentOnDuty', { ...SHIFT, isEnabled: 'yes' }],
    ['nobody at all to send to', 'alerts', { ...ALERT, sendTo: undefined }],
    ['no occasion', 'alerts', { ...ALERT, notificationType: undefined }],
    ['a configuration that is none', 'alerts', 'on'],
    ['no configuration', 'alerts', undefined],
    ['an unknown type', 'weather', {}],
  ])('refuses %s', async (_, type, config) => {
    const before = isKnown(type) ? await list(type) : []
    const { status, body } = await post(admin, type, config)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid', message: expect.any(String) as string })
    if (isKnown(type)) expect(await list(type)).toEqual(before)
  })

  it('refuses a change as it refuses a new row, and leaves the row as it is', async () => {
    const created = await post(admin, 'agentOnDuty', SHIFT)
    const path = `/api/bot-config/${String(readField(created.body, 'id'))}`
    for (const method of ['PUT', 'POST']) {
      for (const config of [
        { ...SHIFT, shiftEnd: 'late' },
        { ...SHIFT, userIds: ['nobody'] },
      ]) {
        const answer = await admin.call(path, { method, json: { type: 'agentOnDuty', config } })
        expect(answer.status).toBe(422)
      }
      // An id counts within its type only.
      const other = await admin.call(path, { method, json: { type: 'alerts', config: ALERT } })
      expect(other.status).toBe(404)
      expect((await admin.call(path, { method, body: '{' })).status).toBe(400)
    }
    expect((await admin.call(`${path}?type=alerts`, { method: 'DELETE' })).status).toBe(404)
    expect((await admin.call(`${path}?type=agentOnDuty`)).body).toEqual(created.body)
  })

  it('asks for a type that it knows', async () => {
    for (const path of [
      '/api/bot-config',
      '/api/bot-config/?type=weather',
      '/api/bot-config/none?type=weather',
    ])
      expect((await admin.call(path)).status).toBe(422)
    expect((await admin.call('/api/bot-config/none?type=weather', { method: 'DELETE' })).status).toBe(422)
  })

  it('fills in what may be left out, and drops what it does not know', async () => {
    const { shiftStart, shiftEnd, frequency } = SHIFT
    const asked = { shiftStart, shiftEnd, frequency, colour: 'blue' }
    const { body } = await post(admin, 'agentOnDuty', asked)
    expect(readField(body, 'config')).toEqual({
      isEnabled: true,
      name: '',
      shiftStart,
      shiftEnd,
      frequency,
      message: '',
      userIds: [],
    })
  })

  it('CAPABILITIES=none: keeps no field of an extension', async () => {
    const plain = await startTestServer({ hotel: makeHotel(), settings: { capabilities: 'none' } })
    try {
      const { body } = await post(await signIn(plain, 'admin'), 'agentOnDuty', SHIFT)
      const { timeZone: _zone, userIds: _users, shiftId: _shift, ...rest } = SHIFT
      expect(readField(body, 'config')).toEqual(rest)
    } finally {
      await plain.stop()
    }
  })
})
