import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient, type Answer, type CallOptions } from '#tests/support/api-client.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/test-server.ts'

/** What a client may fail, with whatever names, before more is held against it (CONTRACT section 1). */
const FREE_FAILURES = 60

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    settings: {
      trustProxy: true,
      publicUrl: 'https://hotel.example',
      allowedOrigins: ['https://console.example'],
    },
  })
})
afterAll(() => server.stop())
beforeEach(async () => {
  const { db } = server.context.store
  await db.deleteFrom('signInFailures').execute()
  await db.deleteFrom('rateLimits').execute()
})

function call(username: string, password: string, options: CallOptions = {}): Promise<Answer> {
  return createClient(server).call('/api/auth', { method: 'POST', json: { username, password }, ...options })
}
const callFrom = (address: string, username: string, password = 'wrong') =>
  call(username, password, { headers: { 'X-Forwarded-For': address } })
const callByGet = (username: string, password: string, headers: Record<string, string>) =>
  createClient(server).call(`/api/auth?${new URLSearchParams({ username, password }).toString()}`, {
    headers,
  })
const countFailures = async () =>
  (await server.context.store.db.selectFrom('signInFailures').select('key').execute()).length

/** So many failures of one address, each with a name that nobody has. */
async function failOften(address: string, count: number, prefix = 'nobody'): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let nth = 0; nth < count; nth += 1) answers.push(await callFrom(address, `${prefix}-${nth}`))
  return answers
}

describe('failures with ever new names from one address', () => {
  it('are slowed down after 60, and those of others are not', async () => {
    const free = await failOften('192.0.2.1', FREE_FAILURES)
    expect(new Set(free.map(({ status }) => status))).toEqual(new Set([401]))
    const [above] = await failOften('192.0.2.1', 1, 'more')
    expect(above).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(above?.headers.get('retry-after'))).toBeGreaterThan(0)
    // A name that somebody has is told apart from one that nobody has by nothing.
    expect((await callFrom('192.0.2.1', 'maria')).headers.get('retry-after')).toBe(
      above?.headers.get('retry-after'),
    )
    expect((await callFrom('192.0.2.2', 'maria')).status).toBe(401)
  })

  it('lock nobody out who signs in from there with the right password', async () => {
    await failOften('192.0.2.3', FREE_FAILURES + 5)
    // Nothing is hashed for them any more, so that none of them stands in anybody's way.
    const names = Array.from({ length: 60 }, (_, nth) => `flood-${nth}`)
    const flood = await Promise.all(names.map((name) => callFrom('192.0.2.3', name)))
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([429]))
    expect((await callFrom('192.0.2.3', 'maria', TEST_PASSWORD)).status).toBe(200)
    expect((await callFrom('192.0.2.3', 'admin', TEST_PASSWORD)).status).toBe(200)
  })

  it('count for the /64 of an IPv6 address', async () => {
    for (let nth = 0; nth < FREE_FAILURES; nth += 1)
      await callFrom(`2001:db8::${nth.toString(16)}`, `nobody-${nth}`)
    expect((await callFrom('2001:db8::ffff:1', 'nobody')).status).toBe(429)
    expect((await callFrom('2001:db8:0:1::1', 'nobody')).status).toBe(401)
  })

  it('do not count where the sign-in succeeded', async () => {
    for (let nth = 0; nth < 10; nth += 1) await callFrom('192.0.2.4', 'agent', TEST_PASSWORD)
    await failOften('192.0.2.4', FREE_FAILURES - 1)
    expect((await callFrom('192.0.2.4', 'nobody')).status).toBe(401)
  })
})

describe('a flood of sign-ins', () => {
  it('is answered with 503 beyond what one client may have waiting, and not held against anybody', async () => {
    const names = Array.from({ length: 60 }, (_, nth) => `flood-${nth}`)
    const answers = await Promise.all(names.map((name) => callFrom('192.0.2.5', name)))
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'unavailable' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const failures = await server.context.store.db.selectFrom('signInFailures').select('failures').execute()
    expect(failures.filter((row) => row.failures === 1)).toHaveLength(answers.length - refused.length)
    // Somebody else's sign-in takes its turn between them.
    const [other] = await Promise.all([
      callFrom('192.0.2.6', 'agent', TEST_PASSWORD),
      ...names.map((name) => callFrom('192.0.2.5', name)),
    ])
    expect(other.status).toBe(200)
  })
})

describe('a sign-in from another site’s page', () => {
  const FOREIGN = [
    ['of another origin', { Origin: 'https://evil.example' }],
    ['of no origin that can be named', { Origin: 'null' }],
    ['by a picture', { 'Sec-Fetch-Site': 'cross-site' }],
    ['by a picture on a neighbouring site', { 'Sec-Fetch-Site': 'same-site' }],
  ] as const

  it.each(FOREIGN)('%s is refused before it counts, by GET and by POST', async (_, headers) => {
    for (const answer of [
      await callByGet('admin', 'wrong', headers),
      await call('admin', 'wrong', { headers }),
      await call('admin', TEST_PASSWORD, { headers }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect(await countFailures()).toBe(0)
  })

  it('is taken from the environment’s own, from where people reach it, and from the configured ones', async () => {
    const allowed = [
      {},
      { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'https://hotel.example' },
      { Origin: 'https://console.example', 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
    ]
    for (const headers of allowed) {
      expect((await callByGet('agent', TEST_PASSWORD, headers)).status).toBe(200)
      expect((await call('agent', TEST_PASSWORD, { headers })).status).toBe(200)
    }
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    '',
  ])('can’t be a form’s: %j is refused before it counts', async (type) => {
    const body = JSON.stringify({ username: 'admin', password: 'wrong' })
    const answer = await call('', '', { json: undefined, body, headers: { 'Content-Type': type } })
    expect(answer).toMatchObject({ status: 415, body: { code: 'wrong_type' } })
    expect(await countFailures()).toBe(0)
  })

  it('takes JSON with a charset', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' }
    const body = JSON.stringify({ username: 'agent', password: TEST_PASSWORD })
    expect((await call('', '', { json: undefined, body, headers })).status).toBe(200)
  })
})
