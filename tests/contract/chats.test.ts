import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let agent: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

const idsOf = (body: unknown) => (body as { id: string }[]).map(({ id }) => id)

describe('GET /api/info/chats', () => {
  it('gives all chats, newest updated first, with every field', async () => {
    const { status, body } = await agent.call('/api/info/chats')
    expect(status).toBe(200)
    expect(idsOf(body)).toHaveLength(19)
    const times = (body as { updatedAt: string }[]).map(({ updatedAt }) => updatedAt)
    expect(times).toEqual([...times].sort().reverse())
    const mine = (body as { id: string }[]).find(({ id }) => id === 'mine')
    expect(mine).toEqual({
      id: 'mine',
      displayName: 'Guest of mine',
      source: 'web',
      botName: 'Bellhop',
      messagesCount: 2,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      updatedAt: expect.any(String) as string,
      lastUserMessageDate: expect.any(String) as string,
      pausedAt: expect.any(String) as string,
      needsHelp: false,
      user: { id: 'user-agent', name: 'Agent' },
      guestId: 'guest-mine',
      guestBlocked: false,
      language: null,
      helpAt: null,
      rev: expect.any(Number) as number,
    })
  })

  it('is the default list with scope=recent: 7 days, paused, needing help, or among the last 10', async () => {
    const { body } = await agent.call('/api/info/chats?scope=recent')
    const ids = idsOf(body)
    expect(ids).toContain('marias')
    expect(ids).toContain('helpless')
    expect(ids).toHaveLength(11)
    expect(ids.filter((id) => id.startsWith('old-'))).toEqual([])
  })

  it('pages with limit and before, without gap or repetition', async () => {
    const all = idsOf((await agent.call('/api/info/chats')).body)
    const paged: string[] = []
    for (let before = ''; ; before = `&before=${paged.at(-1) ?? ''}`) {
      const page = idsOf((await agent.call(`/api/info/chats?limit=4${before}`)).body)
      paged.push(...page)
      if (page.length < 4) break
    }
    expect(paged).toEqual(all)
  })

  it.each(['0', '-1', 'x', '1001', '1.5'])('refuses limit=%s', async (limit) => {
    const { status, body } = await agent.call(`/api/info/chats?limit=${limit}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'bad_request' })
  })

  it('answers 404 where before names no chat', async () => {
    expect((await agent.call('/api/info/chats?limit=2&before=nobody')).status).toBe(404)
  })

  it('accepts a path with its trailing slash', async () => {
    expect((await agent.call('/api/info/chats/')).status).toBe(200)
    expect((await agent.call('/api/info/chats/free/')).status).toBe(200)
  })
})

describe('one chat, its messages, one message', () => {
  it('gives a chat, and 404 for none', async () => {
    const { body } = await agent.call('/api/info/chats/bot-paused')
    expect(body).toMatchObject({ id: 'bot-paused', user: null, pausedAt: expect.any(String) as string })
    const missing = await agent.call('/api/info/chats/none')
    expect(missing.status).toBe(404)
    expect(missing.body).toMatchObject({ code: 'not_found', message: expect.any(String) as string })
  })

  it('gives all messages in order, strictly rising', async () => {
    const { body } = await agent.call('/api/info/chats/long/messages')
    const rows = body as { id: string; createdAt: string }[]
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 120 }, (_, index) => `long-m${index}`))
    expect(new Set(rows.map(({ createdAt }) => createdAt)).size).toBe(120)
    expect(rows[0]).toEqual({
      id: 'long-m0',
      chatId: 'long',
      text: 'message 0 of long',
      sentByGuest: true,
      type: 'text',
      createdAt: expect.any(String) as string,
      attachments: [],
      user: null,
      clientId: null,
    })
  })

  it('pages backwards, ascending within a page', async () => {
    const newest = idsOf((await agent.call('/api/info/chats/long/messages?limit=50')).body)
    expect(newest).toEqual(Array.from({ length: 50 }, (_, index) => `long-m${70 + index}`))
    const older = idsOf(
      (await agent.call(`/api/info/chats/long/messages?limit=50&before=${newest[0] ?? ''}`)).body,
    )
    expect(older).toEqual(Array.from({ length: 50 }, (_, index) => `long-m${20 + index}`))
  })

  it('answers 404 for messages of no chat, and for before of another chat', async () => {
    expect((await agent.call('/api/info/chats/none/messages')).status).toBe(404)
    expect((await agent.call('/api/info/chats/long/messages?limit=5&before=free-m0')).status).toBe(404)
  })

  it('gives a message by its id, and 404 for none', async () => {
    expect((await agent.call('/api/info/message/long-m7')).body).toMatchObject({
      id: 'long-m7',
      chatId: 'long',
    })
    expect((await agent.call('/api/info/message/none')).status).toBe(404)
  })
})

describe('reference data', () => {
  it('gives the typical answers', async () => {
    const { body } = await agent.call('/api/info/typical-answers')
    expect((body as { label: string }[]).map(({ label }) => label).sort()).toEqual(['Breakfast', 'Wi-Fi'])
    expect(Object.keys((body as object[])[0] ?? {}).sort()).toEqual(['answer', 'id', 'label'])
  })

  it('gives guest info, an empty object where there is none, 404 for no chat', async () => {
    expect((await agent.call('/api/inhouse-guest-info/long')).body).toEqual({
      rating: 4.5,
      fbData: { first_name: 'Ana' },
    })
    expect((await agent.call('/api/inhouse-guest-info/free')).body).toEqual({})
    expect((await agent.call('/api/inhouse-guest-info/none')).status).toBe(404)
  })
})

describe('who may call', () => {
  const paths = [
    '/api/info/chats',
    '/api/info/chats/free',
    '/api/info/chats/free/messages',
    '/api/info/message/free-m0',
    '/api/info/typical-answers',
    '/api/inhouse-guest-info/free',
    '/api/sync',
    '/api/takeover/pause/free',
    '/api/takeover/play/free',
    '/api/takeover/resolve/free',
  ]

  it.each(paths)('refuses %s without, and with an unknown, token', async (path) => {
    for (const client of [createClient(server), createClient(server, 'unknown')]) {
      const { status, body } = await client.call(path)
      expect(status).toBe(401)
      expect(body).toMatchObject({ code: 'unauthorized' })
    }
  })

  it.each(['agent', 'manager', 'marketing', 'operator', 'admin'])('lets %s read', async (username) => {
    const client = await signIn(server, username)
    for (const path of paths.slice(0, 7)) expect((await client.call(path)).status).toBe(200)
  })

  it('answers unknown calls with 404 as JSON, never with the console', async () => {
    const { status, body } = await agent.call('/api/nothing')
    expect(status).toBe(404)
    expect(readField(body, 'code')).toBe('not_found')
  })

  it('lets nobody keep an answer', async () => {
    expect((await agent.call('/api/info/chats')).headers.get('cache-control')).toBe('no-store')
  })
})
