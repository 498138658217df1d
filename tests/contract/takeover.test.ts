import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let agent: Client
let maria: Client
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  agent = await signIn(server, 'agent')
  maria = await signIn(server, 'maria')
  admin = await signIn(server, 'admin')
})
afterAll(() => server.stop())

const AGENT = { id: 'user-agent', name: 'Agent' }
const MARIA = { id: 'user-maria', name: 'Maria' }
const send = (client: Client, chatId: string, text: unknown) =>
  client.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text } })

describe('pause, play, resolve', () => {
  it('takes a chat over, also from a colleague where no holder is given, and gives it back', async () => {
    const taken = await agent.call('/api/takeover/pause/free')
    expect(taken.status).toBe(200)
    expect(taken.body).toMatchObject({ id: 'free', user: AGENT, pausedAt: expect.any(String) as string })
    expect((await maria.call('/api/takeover/pause/free')).body).toMatchObject({ user: MARIA })
    const back = await maria.call('/api/takeover/play/free')
    expect(back.body).toMatchObject({ user: null, pausedAt: null })
  })

  it('raises rev with every change, and with none where nothing changes', async () => {
    const first = await agent.call('/api/takeover/pause/free')
    const again = await agent.call('/api/takeover/pause/free')
    expect(readField(again.body, 'rev')).toBe(readField(first.body, 'rev'))
    const back = await agent.call('/api/takeover/play/free')
    expect(Number(readField(back.body, 'rev'))).toBeGreaterThan(Number(readField(first.body, 'rev')))
  })

  it('refuses where another holds the chat than the person saw', async () => {
    await maria.call('/api/takeover/pause/free')
    for (const holder of ['bot', 'user-admin']) {
      const { status, body } = await agent.call(`/api/takeover/pause/free?holder=${holder}`)
      expect(status).toBe(409)
      expect(body).toMatchObject({ code: 'holder_changed', details: { user: MARIA } })
    }
    expect((await agent.call('/api/takeover/pause/free?holder=user-maria')).body).toMatchObject({
      user: AGENT,
    })
    await agent.call('/api/takeover/play/free?holder=user-agent')
    const late = await maria.call('/api/takeover/play/free?holder=user-maria')
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'holder_changed', details: { user: null } })
  })

  it('gives a chat that two take in the same moment to one, and tells the other who has it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [first, second] = round % 2 === 0 ? [agent, maria] : [maria, agent]
      const both = await Promise.all(
        [first, second].map((client) => client.call('/api/takeover/pause/free?holder=bot')),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      const [taken, refused] = both.sort((one, other) => one.status - other.status)
      const holder = readField(taken?.body, 'user')
      expect(refused?.body).toMatchObject({ code: 'holder_changed', details: { user: holder } })
      expect((await admin.call('/api/info/chats/free')).body).toMatchObject({ user: holder })
      expect((await agent.call('/api/takeover/play/free')).body).toMatchObject({ user: null })
    }
  })

  it('takes what the bot paused by itself as held by the bot', async () => {
    expect((await agent.call('/api/takeover/pause/bot-paused?holder=bot')).body).toMatchObject({
      user: AGENT,
    })
  })

  it('resolves, but not a newer help request', async () => {
    const { body } = await agent.call('/api/info/chats/helpless')
    const helpAt = String(readField(body, 'helpAt'))
    const older = new Date(Date.parse(helpAt) - 1).toISOString()
    const refused = await agent.call(`/api/takeover/resolve/helpless?helpAt=${older}`)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'needs_help_again', details: { helpAt } })
    const changed = await agent.call('/api/takeover/resolve/helpless?holder=user-maria')
    expect(changed.body).toMatchObject({ code: 'holder_changed' })
    const done = await agent.call(`/api/takeover/resolve/helpless?helpAt=${helpAt}&holder=bot`)
    expect(done.body).toMatchObject({ needsHelp: false, helpAt: null, user: null })
  })

  it('refuses a helpAt that is no time, and a chat that is none', async () => {
    expect((await agent.call('/api/takeover/resolve/free?helpAt=soon')).status).toBe(400)
    for (const action of ['pause', 'play', 'resolve']) {
      expect((await agent.call(`/api/takeover/${action}/none`)).status).toBe(404)
    }
  })
})

describe('send', () => {
  it('gives the message, with newlines as \\n whatever way they came', async () => {
    const { status, body } = await send(agent, 'mine', 'one<br/>two<BR >three\r\nfour')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      chatId: 'mine',
      text: 'one\ntwo\nthree\nfour',
      sentByGuest: false,
      type: 'text',
      user: AGENT,
      attachments: [],
      clientId: null,
    })
    const chat = (await agent.call('/api/info/chats/mine')).body
    expect(chat).toMatchObject({ updatedAt: readField(body, 'createdAt'), messagesCount: 3 })
  })

  it('keeps HTML, emoji and scripts as the text that they are', async () => {
    for (const text of ['<b>bold</b> <script>alert(1)</script>', '🛎️🧖‍♀️', 'مرحبا', '  spaced  ']) {
      expect((await send(agent, 'mine', text)).body).toMatchObject({ text })
    }
  })

  it.each([
    ['blank', ' <br/> \n\t', 422, 'invalid'],
    ['empty', '', 422, 'invalid'],
    ['binary', 'a\0b', 422, 'invalid'],
    ['8,001 characters', 'x'.repeat(8_001), 413, 'too_large'],
    ['no text', 7, 422, 'invalid'],
  ])('refuses a message that is %s', async (_, text, status, code) => {
    const answer = await send(agent, 'mine', text)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ code, message: expect.any(String) as string })
  })

  it('takes 8,000 characters', async () => {
    expect((await send(agent, 'mine', 'x'.repeat(8_000))).status).toBe(200)
  })

  it('refuses what is not JSON, and a body beyond every measure', async () => {
    const post = (body: string) =>
      agent.call('/api/takeover/send/mine', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
    expect((await post('{"text":')).body).toMatchObject({ code: 'bad_request' })
    expect((await post(JSON.stringify({ text: 'x'.repeat(300_000) }))).status).toBe(413)
  })

  it('refuses where the sender does not hold the chat, naming who does', async () => {
    expect((await send(agent, 'marias', 'hello')).body).toMatchObject({
      code: 'not_held',
      details: { user: MARIA },
    })
    const free = await send(agent, 'long', 'hello')
    expect(free.status).toBe(409)
    expect(free.body).toMatchObject({ code: 'not_held', details: { user: null } })
  })

  it('changes nothing when it fails', async () => {
    const before = (await agent.call('/api/info/chats/marias')).body
    await send(agent, 'marias', 'hello')
    expect((await agent.call('/api/info/chats/marias')).body).toEqual(before)
  })

  it('sends by SMS and Facebook in a demonstration hotel, within the window', async () => {
    expect((await send(agent, 'sms', 'hello')).status).toBe(200)
    expect((await send(agent, 'facebook', 'hello')).status).toBe(200)
    const late = await send(agent, 'facebook-late', 'hello')
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'window_closed' })
    expect((await send(agent, 'telegram', 'hello')).body).toMatchObject({ code: 'channel_unavailable' })
  })

  it('answers 404 for a chat that is none, 401 without a session', async () => {
    expect((await send(agent, 'none', 'hello')).status).toBe(404)
    expect((await send(createClient(server), 'mine', 'hello')).status).toBe(401)
  })

  it('gives messages of one instant times that rise, in the order of their commits', async () => {
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, index) => send(agent, 'mine', `burst ${index}`)),
    )
    const times = sent.map(({ body }) => String(readField(body, 'createdAt')))
    expect(new Set(times).size).toBe(12)
    const { body } = await agent.call('/api/info/chats/mine/messages')
    const rows = body as { createdAt: string; text: string }[]
    expect(rows.map(({ createdAt }) => createdAt)).toEqual(rows.map(({ createdAt }) => createdAt).sort())
    expect(rows.filter(({ text }) => text.startsWith('burst'))).toHaveLength(12)
  })
})

describe('where no sender is configured', () => {
  it('refuses SMS and Facebook outside a demonstration hotel', async () => {
    const plain = await startTestServer({ hotel: { ...makeHotel(), isDemonstration: false } })
    try {
      const client = await signIn(plain, 'agent')
      for (const chatId of ['sms', 'facebook']) {
        const { status, body } = await send(client, chatId, 'hello')
        expect(status).toBe(409)
        expect(body).toMatchObject({ code: 'channel_unavailable' })
      }
      expect((await send(client, 'mine', 'hello')).status).toBe(200)
    } finally {
      await plain.stop()
    }
  })
})
