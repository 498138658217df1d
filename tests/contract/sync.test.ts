import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { syncPageSchema, type SyncPage } from '#src/contract/sync-page.ts'
import { runMaintenance } from '#server/maintenance.ts'
import { signIn, type Client } from '#tests/support/api-client.ts'
import { makeChat, makeHotel, refTo } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let agent: Client

beforeAll(async () => {
  const hotel = makeHotel()
  const many = Array.from({ length: 30 }, (_, index) =>
    makeChat(`busy-${index}`, { holder: refTo('agent'), pausedAt: new Date() }),
  )
  server = await startTestServer({ hotel: { ...hotel, chats: [...(hotel.chats ?? []), ...many] } })
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

async function pull(cursor: string | null, limit?: number): Promise<SyncPage> {
  const query = new URLSearchParams()
  if (cursor !== null) query.set('cursor', cursor)
  if (limit !== undefined) query.set('limit', String(limit))
  const { status, body } = await agent.call(`/api/sync?${query.toString()}`)
  expect(status).toBe(200)
  return v.parse(syncPageSchema, body)
}

async function pullAll(cursor: string | null, limit?: number): Promise<SyncPage[]> {
  const pages: SyncPage[] = []
  for (let at = cursor; ;) {
    const page = await pull(at, limit)
    pages.push(page)
    if (!page.more) return pages
    at = page.cursor
  }
}

const send = (chatId: string, text: string) =>
  agent.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text } })

describe('a reset', () => {
  it('gives the default list with each chat’s newest 50 messages, and whether these are all', async () => {
    const [page] = await pullAll(null, 1_000)
    const list = (await agent.call('/api/info/chats?scope=recent')).body as { id: string }[]
    expect(page?.reset).toBe(true)
    expect(new Set(page?.chats.map(({ id }) => id))).toEqual(new Set(list.map(({ id }) => id)))
    const long = page?.messages.filter(({ chatId }) => chatId === 'long').map(({ id }) => id)
    expect(long).toEqual(Array.from({ length: 50 }, (_, index) => `long-m${70 + index}`))
    const complete = new Map(page?.chats.map((chat) => [chat.id, chat.complete]))
    expect(complete.get('long')).toBe(false)
    expect(complete.get('free')).toBe(true)
    expect(complete.get('empty')).toBe(true)
  })

  it('spans pages: reset on each, more until the last, every chat once, whole', async () => {
    const [whole] = await pullAll(null, 1_000)
    const pages = await pullAll(null, 20)
    expect(pages.length).toBeGreaterThan(5)
    expect(pages.every(({ reset }) => reset)).toBe(true)
    expect(pages.map(({ more }) => more)).toEqual([...pages.slice(1).map(() => true), false])
    expect(pages.flatMap(({ chats }) => chats)).toEqual(whole?.chats)
    expect(pages.flatMap(({ messages }) => messages)).toEqual(whole?.messages)
  })

  it('loses nothing that changes while it is read', async () => {
    const first = await pull(null, 5)
    await send('busy-3', 'during the reset')
    await send('mine', 'during the reset')
    const rest = await pullAll(first.cursor, 5)
    const after = await pullAll(rest.at(-1)?.cursor ?? null)
    expect(after.every(({ reset }) => !reset)).toBe(true)
    const texts = after.flatMap(({ messages }) => messages).map(({ chatId, text }) => `${chatId}: ${text}`)
    expect(texts).toEqual(['busy-3: during the reset', 'mine: during the reset'])
    const ids = [first, ...rest].flatMap(({ chats }) => chats.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('busy-3')
  })

  it.each(['nonsense', '%00', 'x'.repeat(300)])('answers a cursor that is none: %s', async (cursor) => {
    expect((await pull(cursor)).reset).toBe(true)
  })
})

describe('reading on', () => {
  const readEnd = async () => (await pullAll(null, 1_000)).at(-1)?.cursor ?? ''

  it('gives nothing where nothing changed, and keeps the cursor', async () => {
    const cursor = await readEnd()
    const page = await pull(cursor)
    expect(page).toMatchObject({ cursor, more: false, reset: false, chats: [], messages: [] })
  })

  it('gives each changed chat as it is now, and each message once, in commit order', async () => {
    const cursor = await readEnd()
    await agent.call('/api/takeover/pause/free')
    await send('free', 'first')
    await send('mine', 'second')
    await agent.call('/api/takeover/play/free')
    const page = await pull(cursor)
    expect(page.chats.map(({ id }) => id)).toEqual(['free', 'mine'])
    expect(page.chats[0]).toMatchObject({ user: null, messagesCount: 3 })
    expect(page.messages.map(({ text }) => text)).toEqual(['first', 'second'])
    expect((await pull(page.cursor)).chats).toEqual([])
  })

  it('comes in pages of limit, and says when there is more', async () => {
    const cursor = await readEnd()
    for (let count = 0; count < 7; count += 1) await send('mine', `page ${count}`)
    const pages = await pullAll(cursor, 3)
    expect(pages.map(({ messages }) => messages.length)).toEqual([3, 3, 1])
    expect(pages.map(({ more }) => more)).toEqual([true, true, false])
  })

  it('names what was removed', async () => {
    const cursor = await readEnd()
    await send('busy-9', 'to be removed')
    await server.context.store.db.deleteFrom('chats').where('id', '=', 'busy-9').execute()
    const page = await pull(cursor)
    expect(page.removed.chats).toEqual(['busy-9'])
    expect(page.removed.messages).toHaveLength(1)
    expect(page.chats).toEqual([])
  })

  it('is without gap or loss under concurrent writers', async () => {
    const cursor = await readEnd()
    const expected = new Set<string>()
    const seen: string[] = []
    let isWriting = true
    const write = async (writer: number) => {
      for (let count = 0; count < 15; count += 1) {
        const text = `writer ${writer} message ${count}`
        expect((await send(`busy-${10 + writer}`, text)).status).toBe(200)
        expected.add(text)
      }
    }
    const read = async () => {
      let at = cursor
      for (;;) {
        const wasWriting = isWriting
        const page = await pull(at, 7)
        expect(page.reset).toBe(false)
        seen.push(...page.messages.map(({ text }) => text))
        at = page.cursor
        if (!page.more && !wasWriting) return
      }
    }
    const reading = read()
    await Promise.all(Array.from({ length: 12 }, (_, writer) => write(writer)))
    isWriting = false
    await reading
    expect(seen).toHaveLength(expected.size)
    expect(new Set(seen)).toEqual(expected)
  })

  it.each(['0', '1001', 'all'])('refuses limit=%s', async (limit) => {
    expect((await agent.call(`/api/sync?limit=${limit}`)).status).toBe(400)
  })
})

describe('a log that can not be read on', () => {
  it('is a reset for a cursor of another epoch, of the future, and from before the floor', async () => {
    const { db } = server.context.store
    const old = (await pullAll(null, 1_000)).at(-1)?.cursor ?? ''
    await send('mine', 'newer')
    const future = (await pull(old)).cursor
    expect((await pull(future)).reset).toBe(false)

    await sql`update changes set at = now() - interval '31 days'`.execute(db)
    await runMaintenance(server.context.store)
    expect((await pull(old)).reset).toBe(true)
    const page = await pull(future)
    expect(page.reset).toBe(false)

    await sql`update meta set value = '0' where key = 'log_floor'`.execute(db)
    expect((await pull(future)).reset).toBe(true)

    await sql`update meta set value = 'another' where key = 'log_epoch'`.execute(db)
    const fresh = await pull(old)
    expect(fresh.reset).toBe(true)
  })
})
