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
      expect(created.body).toEqual({ id, type, config })
      expect(await list(type)).toContainEqual({ id, type, config })
      expect((await admin.call(`/api/bot-config/${id}?type=${type}`)).body).toEqual({ id, type, config })
      for (const [method, next] of [
        ['PUT', changed],
        ['POST', config],
      ] as const) {
        const answer = await admin.call(`/api/bot-config/${id}`, { method, json: { type, config: next } })
        expect(answer).toMatchObject({ status: 200, body: { id, type, config: next } })
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
    ['an unknown type', 'weather', {}],
  ])('refuses %s', async (_, type, config) => {
    const { status, body } = await post(admin, type, config)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid', message: expect.any(String) as string })
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
