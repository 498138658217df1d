import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import {
  PUSH_TESTS_PER_MINUTE,
  pushSubscriptionAnswerSchema,
  pushTestAnswerSchema,
} from '#src/contract/push.ts'
import { createClient, makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { startPushEndpoint, type PushDevice, type PushEndpoint } from '#tests/support/push-endpoint.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, TEST_USERS, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const PATH = '/api/push/subscription'
let service: PushEndpoint
let server: TestServer
let agent: Client
let maria: Client

beforeAll(async () => {
  service = await startPushEndpoint()
  server = await startTestServer({
    hotel: makeHotel(),
    settings: { pushAllowLoopback: true },
    push: { ca: service.ca, resolveNames },
  })
  agent = await signIn(server, 'agent')
  maria = await signIn(server, 'maria')
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})

/** Name servers of the test's own. */
async function resolveNames(hostname: string): Promise<string[]> {
  const known: Record<string, string[]> = {
    'inside.example': ['10.0.0.7'],
    'half-inside.example': ['142.250.1.1', '192.168.0.1'],
    'metadata.example': ['169.254.169.254'],
    'mapped.example': ['::ffff:10.0.0.7'],
    'local6.example': ['fd00::1'],
    'push.example': ['142.250.1.1'],
  }
  const found = known[hostname]
  if (found) return found
  const code = hostname === 'silent.example' ? 'ETIMEOUT' : 'ENOTFOUND'
  throw Object.assign(new Error(code), { code })
}

const put = (client: Client, json: unknown, key?: string) =>
  client.call(PATH, { method: 'PUT', json, ...(key === undefined ? {} : { key }) })
const remove = (client: Client, json: unknown, key?: string) =>
  client.call(PATH, { method: 'DELETE', json, ...(key === undefined ? {} : { key }) })
const test = (client: Client, key?: string) =>
  client.call('/api/push/test', { method: 'POST', ...(key === undefined ? {} : { key }) })
const readRows = (device: PushDevice) =>
  server.context.store.db
    .selectFrom('pushSubscriptions')
    .selectAll()
    .where('endpoint', '=', device.subscription.endpoint)
    .execute()

describe('capabilities', () => {
  it('announce the key with which a console subscribes: a point of P-256', async () => {
    const { body } = await createClient(server).call('/api/capabilities')
    const key = Buffer.from(String(readField(readField(body, 'push'), 'publicKey')), 'base64url')
    expect(key).toHaveLength(65)
    expect(key[0]).toBe(4)
  })
})

describe('PUT /api/push/subscription', () => {
  it('takes every role’s, and gives it back without its keys', async () => {
    for (const { username } of TEST_USERS) {
      const client = await signIn(server, username)
      const { subscription } = service.addDevice()
      const { status, body } = await put(client, { ...subscription, expirationTime: null })
      expect([username, status]).toEqual([username, 200])
      expect(body).toEqual({ endpoint: subscription.endpoint, environment: null, hideNames: false })
      expect(v.is(pushSubscriptionAnswerSchema, body)).toBe(true)
      await client.call('/api/auth', { method: 'DELETE' })
    }
  })

  it('keeps one row of an endpoint, and what was put last', async () => {
    const device = service.addDevice()
    await put(agent, device.subscription)
    const again = { ...device.subscription, environment: 'https://hotel.example', hideNames: true }
    expect((await put(agent, again)).body).toEqual({
      endpoint: device.subscription.endpoint,
      environment: 'https://hotel.example',
      hideNames: true,
    })
    expect(await readRows(device)).toMatchObject([
      { userId: 'user-agent', environment: 'https://hotel.example', hideNames: true },
    ])
  })

  it('gives an endpoint to the user who put it last, and nothing of the former one’s with it', async () => {
    const device = service.addDevice()
    await put(agent, device.subscription)
    const [before] = await readRows(device)
    await put(maria, device.subscription)
    const after = await readRows(device)
    expect(after).toMatchObject([{ userId: 'user-maria' }])
    expect(after[0]?.id).not.toBe(before?.id)
    expect((await remove(agent, { endpoint: device.subscription.endpoint })).status).toBe(404)
    expect(await readRows(device)).toHaveLength(1)
  })

  it('is one effect under one key, and refuses the key for another subscription', async () => {
    const device = service.addDevice()
    const key = makeKey()
    expect((await put(agent, device.subscription, key)).status).toBe(200)
    await put(maria, device.subscription)
    expect((await put(agent, device.subscription, key)).status).toBe(200)
    expect(await readRows(device)).toMatchObject([{ userId: 'user-maria' }])
    const other = await put(agent, service.addDevice().subscription, key)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
  })

  it.each([
    ['http', 'http://push.example/1'],
    ['no address', 'push'],
    ['a name and a password', 'https://me:secret@push.example/1'],
    ['another protocol', 'ftp://push.example/1'],
    ['an address that is too long', `https://push.example/${'x'.repeat(2_048)}`],
    ['a private address', 'https://10.0.0.7/1'],
    ['a private address in another notation', 'https://0x0a000007/1'],
    ['a link-local address', 'https://169.254.169.254/latest/meta-data'],
    ['a multicast address', 'https://224.0.0.1/1'],
    ['this host', 'https://0.0.0.0/1'],
    ['an IPv4-mapped address', 'https://[::ffff:10.0.0.7]/1'],
    ['a unique local address', 'https://[fd00::1]/1'],
    ['a link-local IPv6 address', 'https://[fe80::1]/1'],
    ['a NAT64 address', 'https://[64:ff9b::a00:7]/1'],
    ['a name of a private address', 'https://inside.example/1'],
    ['a name that also is a private address', 'https://half-inside.example/1'],
    ['a name of the metadata', 'https://metadata.example/1'],
    ['a name of a mapped address', 'https://mapped.example/1'],
    ['a name of a unique local address', 'https://local6.example/1'],
    ['a name that is none', 'https://nowhere.example/1'],
  ])('refuses %s', async (_, endpoint) => {
    const { keys } = service.addDevice().subscription
    const { status, body } = await put(agent, { endpoint, keys })
    expect([status, readField(body, 'code')]).toEqual([422, 'invalid'])
  })

  it('takes a public name', async () => {
    const { keys } = service.addDevice().subscription
    expect((await put(agent, { endpoint: 'https://push.example/1', keys })).status).toBe(200)
    expect((await remove(agent, { endpoint: 'https://push.example/1' })).status).toBe(204)
  })

  it('asks to come again where the name can’t be looked up now', async () => {
    const { keys } = service.addDevice().subscription
    const { status, body, headers } = await put(agent, { endpoint: 'https://silent.example/1', keys })
    expect([status, readField(body, 'code')]).toEqual([503, 'unavailable'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  it.each([
    ['no keys', {}],
    ['a key that is no point of the curve', { keys }],
    ['a key that is too short', { keys: { ...keys, p256dh: 'BA' } }],
    ['a secret that is too long', { keys: { ...keys, auth: 'A'.repeat(40) } }],
    ['names hidden by a word', { hideNames: 'yes' }],
    ['an environment that is none', { environment: 7 }],
  ])('refuses %s', async (_, wrong) => {
    const { subscription } = service.addDevice()
    const json =
      Object.keys(wrong).length === 0 ? { endpoint: subscription.endpoint } : { ...subscription, ...wrong }
    const { status, body } = await put(agent, json)
    expect([status, readField(body, 'code')]).toEqual([422, 'invalid'])
  })

  it('refuses what is no JSON and a key that is none', async () => {
    expect((await agent.call(PATH, { method: 'PUT', body: '{' })).status).toBe(400)
    expect((await put(agent, service.addDevice().subscription, 'no key')).status).toBe(400)
  })

  it('keeps a user’s twenty newest devices', async () => {
    const marketing = await signIn(server, 'marketing')
    const devices = Array.from({ length: 21 }, () => service.addDevice())
    for (const device of devices) await put(marketing, device.subscription)
    const kept = await Promise.all(devices.map(async (device) => (await readRows(device)).length))
    expect(kept).toEqual([0, ...Array.from({ length: 20 }, () => 1)])
  })
})

describe('DELETE /api/push/subscription', () => {
  it('removes the caller’s own; a second time, and for what was never put, there is none', async () => {
    const device = service.addDevice()
    const { endpoint } = device.subscription
    await put(agent, device.subscription)
    expect((await remove(agent, { endpoint })).status).toBe(204)
    expect(await readRows(device)).toEqual([])
    expect((await remove(agent, { endpoint })).body).toMatchObject({ code: 'not_found' })
    expect((await remove(agent, { endpoint: 'https://push.example/never' })).status).toBe(404)
  })

  it('answers a repeat under its key, and refuses a body that is none', async () => {
    const device = service.addDevice()
    await put(agent, device.subscription)
    const json = { endpoint: device.subscription.endpoint }
    const key = makeKey()
    expect([(await remove(agent, json, key)).status, (await remove(agent, json, key)).status]).toEqual([
      204, 204,
    ])
    expect((await remove(agent, {})).status).toBe(422)
    expect((await agent.call(PATH, { method: 'DELETE', body: '{' })).status).toBe(400)
  })
})

describe('POST /api/push/test', () => {
  it('comes to the devices of this session and no other', async () => {
    const session = await signIn(server, 'manager')
    const [here, elsewhere] = [service.addDevice(), service.addDevice()]
    await put(session, here.subscription)
    await put(await signIn(server, 'manager'), elsewhere.subscription)
    const answer = await test(session)
    expect(answer.status).toBe(202)
    expect(v.parse(pushTestAnswerSchema, answer.body)).toEqual({ devices: 1 })
    await waitFor('the test', () => here.arrived.length === 1)
    expect(here.arrived[0]?.payload).toMatchObject({ kind: 'test', userId: 'user-manager', tag: 'test' })
    await session.call('/api/auth', { method: 'DELETE' })
    expect(elsewhere.arrived).toEqual([])
  })

  it('says where there is no device', async () => {
    expect(await test(await signIn(server, 'admin'))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  it('is sent once under one key, and slowed down beyond a number a minute', async () => {
    const session = await signIn(server, 'operator')
    const device = service.addDevice()
    await put(session, device.subscription)
    const key = makeKey()
    for (let count = 0; count < 3; count += 1) expect((await test(session, key)).status).toBe(202)
    await waitFor('the test', () => device.arrived.length > 0)
    const statuses: number[] = []
    for (let count = 0; count < PUSH_TESTS_PER_MINUTE; count += 1) statuses.push((await test(session)).status)
    expect(statuses).toEqual([...Array.from({ length: PUSH_TESTS_PER_MINUTE - 1 }, () => 202), 429])
  })
})

it('is not there where it is switched off, nor without capabilities', async () => {
  const off = await startTestServer({ settings: { push: 'off' } })
  const plain = await startTestServer({ settings: { capabilities: 'none' } })
  try {
    expect((await createClient(off).call('/api/capabilities')).body).toMatchObject({ push: null })
    for (const without of [off, plain]) {
      const client = await signIn(without, 'agent')
      expect((await put(client, service.addDevice().subscription)).status).toBe(404)
      expect((await remove(client, { endpoint: 'https://push.example/1' })).status).toBe(404)
      expect((await test(client)).status).toBe(404)
    }
  } finally {
    await off.stop()
    await plain.stop()
  }
})

it('loopback is refused where it was not allowed', async () => {
  const strict = await startTestServer()
  try {
    const client = await signIn(strict, 'agent')
    const { keys } = service.addDevice().subscription
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '2130706433', 'LOCALHOST.']) {
      const { status } = await put(client, { endpoint: `https://${host}:8443/1`, keys })
      expect([host, status]).toEqual([host, 422])
    }
  } finally {
    await strict.stop()
  }
})
