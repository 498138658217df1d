import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { makeChat, refTo } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let agent: Client
let maria: Client

beforeAll(async () => {
  const held = { holder: refTo('agent'), pausedAt: new Date() }
  const chats = ['one', 'two', 'three', 'four'].map((id) => makeChat(id, held))
  server = await startTestServer({ hotel: { chats: [...chats, makeChat('free'), makeChat('other')] } })
  agent = await signIn(server, 'agent')
  maria = await signIn(server, 'maria')
})
afterAll(() => server.stop())

const send = (client: Client, chatId: string, text: string, key: string) =>
  client.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text }, key })

async function readTexts(chatId: string): Promise<string[]> {
  const { body } = await agent.call(`/api/info/chats/${chatId}/messages`)
  return (body as { text: string }[]).map(({ text }) => text)
}

describe('the same key', () => {
  it('sends once and answers alike, with the key as clientId', async () => {
    const key = makeKey()
    const first = await send(agent, 'one', 'once', key)
    const second = await send(agent, 'one', 'once', key.toUpperCase())
    expect(first.body).toMatchObject({ text: 'once', clientId: key })
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect((await readTexts('one')).filter((text) => text === 'once')).toHaveLength(1)
  })

  it('sends once when 20 repeats arrive at the same time', async () => {
    const key = makeKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(agent, 'two', 'race', key)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(answers.map(({ body }) => String(readField(body, 'id')))).size).toBe(1)
    expect((await readTexts('two')).filter((text) => text === 'race')).toHaveLength(1)
  })

  it('gives the stored answer although the chat is no longer held', async () => {
    const key = makeKey()
    const first = await send(agent, 'three', 'before', key)
    await maria.call('/api/takeover/pause/three')
    expect((await send(agent, 'three', 'before', key)).body).toEqual(first.body)
    expect((await send(agent, 'three', 'before', makeKey())).body).toMatchObject({ code: 'not_held' })
  })

  it('gives a chat as it is now', async () => {
    const key = makeKey()
    const pause = (client: Client, own?: string) =>
      client.call('/api/takeover/pause/free?holder=bot', own === undefined ? {} : { key: own })
    expect((await pause(agent, key)).body).toMatchObject({ user: { id: 'user-agent' } })
    await maria.call('/api/takeover/pause/free?holder=user-agent')
    const replayed = await pause(agent, key)
    expect(replayed.status).toBe(200)
    expect(replayed.body).toMatchObject({ user: { id: 'user-maria' } })
  })

  it('is refused with other content, for another chat, another call and another expectation', async () => {
    const key = makeKey()
    await send(agent, 'four', 'this', key)
    const others = [
      await send(agent, 'four', 'that', key),
      await send(agent, 'one', 'this', key),
      await agent.call('/api/takeover/pause/four', { key }),
    ]
    const takeover = makeKey()
    await agent.call('/api/takeover/pause/other?holder=bot', { key: takeover })
    others.push(await agent.call('/api/takeover/pause/other', { key: takeover }))
    for (const { status, body } of others) {
      expect(status).toBe(422)
      expect(body).toMatchObject({ code: 'idempotency_mismatch' })
    }
    expect(await readTexts('four')).not.toContain('that')
  })

  it('is compared after parsing: another spelling of the same content is the same', async () => {
    const key = makeKey()
    const first = await send(agent, 'four', 'line<br/>line', key)
    const second = await agent.call('/api/takeover/send/four/', {
      method: 'POST',
      body: '{ "more": 1, "text": "line\\nline" }',
      headers: { 'content-type': 'application/json' },
      key,
    })
    expect(second.body).toEqual(first.body)
  })

  it('belongs to its user: a colleague may use it for something else', async () => {
    const key = makeKey()
    await send(agent, 'one', 'mine', key)
    await maria.call('/api/takeover/pause/other')
    expect((await send(maria, 'other', 'hers', key)).body).toMatchObject({ text: 'hers', clientId: key })
  })

  it('is free again after a failure', async () => {
    const key = makeKey()
    await maria.call('/api/takeover/pause/free')
    expect((await send(agent, 'free', 'later', key)).status).toBe(409)
    await agent.call('/api/takeover/pause/free')
    expect((await send(agent, 'free', 'later', key)).status).toBe(200)
    expect((await readTexts('free')).filter((text) => text === 'later')).toHaveLength(1)
  })

  it('must be a UUID', async () => {
    const { status, body } = await send(agent, 'one', 'text', 'not-a-uuid')
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'bad_request' })
  })

  it('is forgotten after 30 days, and not before', async () => {
    const { db } = server.context.store
    const keep = makeKey()
    const drop = makeKey()
    await send(agent, 'one', 'kept', keep)
    await send(agent, 'one', 'dropped', drop)
    const age = (key: string, days: number) =>
      db
        .updateTable('idempotency')
        .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
        .where('key', '=', key)
        .execute()
    await age(keep, 29.9)
    await age(drop, 30.1)
    const { runMaintenance } = await import('#server/maintenance.ts')
    await runMaintenance(server.context.store)
    const rows = await db.selectFrom('idempotency').select('key').where('key', 'in', [keep, drop]).execute()
    expect(rows).toEqual([{ key: keep }])
  })
})

describe('a call without a key', () => {
  it('is done every time', async () => {
    for (let count = 0; count < 2; count += 1) {
      await agent.call('/api/takeover/send/one', { method: 'POST', json: { text: 'unkeyed' } })
    }
    expect((await readTexts('one')).filter((text) => text === 'unkeyed')).toHaveLength(2)
  })
})
