import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashSha256 } from '#server/ids.ts'
import { createClient, readField, signIn, type Answer } from '#tests/support/api-client.ts'
import { startTestServer, TEST_PASSWORD, TEST_USERS, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const WRONG = 'Wrong username or password, or user with such credentials not added to the system.'

function callAuth(fields: { username?: string; password?: string; token?: string }): Promise<Answer> {
  return createClient(server).call(`/api/auth?${new URLSearchParams(fields).toString()}`)
}

async function moveSession(token: string, change: { lastUsedDays?: number; createdDays?: number }) {
  const days = (count: number) => sql<Date>`now() - make_interval(days => ${count}::int)`
  await server.context.store.db
    .updateTable('sessions')
    .set({ lastUsedAt: days(change.lastUsedDays ?? 0), createdAt: days(change.createdDays ?? 0) })
    .where('tokenHash', '=', hashSha256(token))
    .execute()
}

describe('sign-in', () => {
  it.each(TEST_USERS)('gives $username their user and a token', async ({ username }) => {
    const { status, body, headers } = await callAuth({ username, password: TEST_PASSWORD, token: '' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: `user-${username}`, username, serverBotType: 'hotel' })
    expect(String(readField(body, 'token'))).toMatch(/^[\w-]{43}$/)
    expect(readField(body, 'lastLogin')).toEqual(expect.any(String))
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('takes the username in any case, by GET and by POST', async () => {
    const json = { username: 'AGENT', password: TEST_PASSWORD }
    const { status, body } = await createClient(server).call('/api/auth', { method: 'POST', json })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 'user-agent' })
  })

  it.each([
    ['a wrong password', { username: 'manager', password: 'wrong' }],
    ['an unknown user', { username: 'nobody', password: TEST_PASSWORD }],
    ['nothing but a name', { username: 'manager', password: '', token: '' }],
    ['an unknown token', { username: 'agent', password: '', token: 'x'.repeat(43) }],
  ])('refuses %s with the words of the specification', async (_, fields) => {
    const { status, body } = await callAuth(fields)
    expect(status).toBe(401)
    expect(body).toEqual({ message: WRONG, code: 'bad_credentials' })
  })

  it('refuses a request that is none', async () => {
    expect((await callAuth({})).status).toBe(400)
    const post = (init: object) => createClient(server).call('/api/auth', { method: 'POST', ...init })
    const headers = { 'content-type': 'application/json' }
    expect((await post({ body: '{', headers })).status).toBe(400)
    expect((await post({ json: { username: 5 } })).status).toBe(422)
  })

  it('stores neither password nor token', async () => {
    const client = await signIn(server, 'marketing')
    const { rows } = await sql<{ dump: string }>`
      select (select json_agg(users)::text from users) || (select json_agg(sessions)::text from sessions) as dump
    `.execute(server.context.store.db)
    expect(rows[0]?.dump).not.toContain(client.token ?? '')
    expect(rows[0]?.dump).not.toContain(TEST_PASSWORD)
    expect(rows[0]?.dump).toContain('$argon2id$')
  })

  it('logs nothing of a sign-in', async () => {
    await callAuth({ username: 'agent', password: 'a secret that is wrong' })
    expect(server.logLines.join('\n')).not.toContain('secret')
  })
})

describe('a session', () => {
  it('is renewed with its token and an empty password, for its own user only', async () => {
    const client = await signIn(server, 'agent')
    const token = client.token ?? ''
    const renewed = await callAuth({ username: 'agent', password: '', token })
    expect(renewed.status).toBe(200)
    expect(readField(renewed.body, 'token')).toBe(token)
    expect((await callAuth({ username: 'admin', password: '', token })).status).toBe(401)
  })

  it('is renewed under the username that its user had when it began', async () => {
    const client = await signIn(server, 'agent')
    const rename = (username: string) =>
      server.context.store.db.updateTable('users').set({ username }).where('id', '=', 'user-agent').execute()
    await rename('alex')
    const renewed = await callAuth({ username: 'agent', password: '', token: client.token ?? '' })
    await rename('agent')
    expect([renewed.status, readField(renewed.body, 'username')]).toEqual([200, 'alex'])
  })

  it('lives 30 days from its last use', async () => {
    const client = await signIn(server, 'agent')
    await moveSession(client.token ?? '', { lastUsedDays: 29, createdDays: 40 })
    expect((await client.call('/api/info/chats')).status).toBe(200)
    await moveSession(client.token ?? '', { lastUsedDays: 30, createdDays: 40 })
    expect((await client.call('/api/info/chats')).status).toBe(401)
    expect((await callAuth({ username: 'agent', password: '', token: client.token ?? '' })).status).toBe(401)
  })

  it('is used by every call', async () => {
    const client = await signIn(server, 'agent')
    await moveSession(client.token ?? '', { lastUsedDays: 29, createdDays: 29 })
    await client.call('/api/info/chats')
    const row = await server.context.store.db
      .selectFrom('sessions')
      .select('lastUsedAt')
      .where('tokenHash', '=', hashSha256(client.token ?? ''))
      .executeTakeFirstOrThrow()
    expect(Date.now() - row.lastUsedAt.getTime()).toBeLessThan(60_000)
  })

  it('lives 90 days in all', async () => {
    const client = await signIn(server, 'agent')
    await moveSession(client.token ?? '', { createdDays: 89 })
    expect((await client.call('/api/info/chats')).status).toBe(200)
    await moveSession(client.token ?? '', { createdDays: 90 })
    expect((await client.call('/api/info/chats')).status).toBe(401)
  })

  it('ends by DELETE, and no other with it', async () => {
    const one = await signIn(server, 'agent')
    const other = await signIn(server, 'agent')
    expect((await one.call('/api/auth', { method: 'DELETE' })).status).toBe(204)
    expect((await one.call('/api/info/chats')).status).toBe(401)
    expect((await one.call('/api/auth', { method: 'DELETE' })).status).toBe(401)
    expect((await other.call('/api/info/chats')).status).toBe(200)
  })

  it('ends when its user is removed', async () => {
    const { db } = server.context.store
    const user = await db
      .selectFrom('users')
      .select('passwordHash')
      .where('username', '=', 'agent')
      .executeTakeFirst()
    await db
      .insertInto('users')
      .values({ id: 'temp', username: 'temp', name: 'Temp', role: 0, passwordHash: user?.passwordHash ?? '' })
      .execute()
    const client = await signIn(server, 'temp')
    await db.deleteFrom('users').where('id', '=', 'temp').execute()
    expect((await client.call('/api/info/chats')).status).toBe(401)
  })
})

describe('slow-down of failed sign-ins', () => {
  const fail = (username: string) => callAuth({ username, password: 'wrong' })
  const succeed = (username: string) => callAuth({ username, password: TEST_PASSWORD })
  async function endDelays() {
    await server.context.store.db
      .updateTable('signInFailures')
      .set({ blockedUntil: sql<Date>`now() - interval '1 millisecond'` })
      .execute()
  }

  it('answers 429 from the 5th failure on, with a delay that doubles from 1 s to 5 min', async () => {
    for (let count = 0; count < 4; count += 1) expect((await fail('maria')).status).toBe(401)
    const delays: number[] = []
    for (let count = 0; count < 11; count += 1) {
      const { status, body, headers } = await fail('maria')
      expect(status).toBe(429)
      expect(body).toMatchObject({ code: 'too_many_requests' })
      delays.push(Number(headers.get('retry-after')))
      await endDelays()
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    const right = await succeed('MARIA')
    expect(right.status).toBe(200)
    expect((await fail('maria')).status).toBe(401)
  })

  it('refuses even the right password while the delay runs, without making it longer', async () => {
    for (let count = 0; count < 9; count += 1) {
      await fail('operator')
      if (count < 8) await endDelays()
    }
    for (let count = 0; count < 3; count += 1) {
      const { status, headers } = await succeed('operator')
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(16)
    }
    await endDelays()
    expect((await succeed('operator')).status).toBe(200)
  })

  it('slows others down neither at this address nor elsewhere', async () => {
    for (let count = 0; count < 6; count += 1) await fail('manager')
    expect((await succeed('admin')).status).toBe(200)
    expect((await fail('manager')).status).toBe(429)
  })

  it('counts attempts that run at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fail('marketing')))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(4)
  })
})
