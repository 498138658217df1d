import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askFor } from '#src/actions/open-chat.ts'
import { saveDraft } from '#src/actions/save-draft.ts'
import { ApiError } from '#src/api/errors.ts'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { readCursor, storeCursor } from '#src/db/mirror/meta.ts'
import { readThreadRow } from '#src/db/mirror/threads.ts'
import { readThread } from '#src/db/thread.ts'
import { createFetchQueue } from '#src/sync/fetch-queue.ts'
import { createClient, signIn, type Client } from '#tests/support/api-client.ts'
import { openDesk, openDeskAt, type Desk } from '#tests/support/desk.ts'
import { answerJson } from '#tests/support/fault-fetch.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { makeChatRow, makeMessageRow, at } from '#tests/support/local-rows.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let guest: Guest
let agent: Client

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  guest = await openGuest(server.url)
  agent = await signIn(server, 'agent')
})
afterAll(() => server.stop())

const isPull = (call: { path: string }) => call.path.startsWith('/api/sync')
const texts = async (desk: Desk, chatId: string) =>
  (await readAllMessages(desk.workspace.mirror, chatId)).map((row) => row.message.text)

describe('pullToEnd against a real environment (I2)', () => {
  it('begins with a reset and goes on with changes alone', async () => {
    const desk = await openDeskAt(server, 'agent')
    await desk.sync()
    expect((await readThreadRow(desk.workspace.mirror, 'free')).isComplete).toBe(true)
    expect((await readThreadRow(desk.workspace.mirror, 'long')).isComplete).toBe(false)
    expect((await texts(desk, 'long')).length).toBe(50)
    const resets = desk.line.calls.length
    await guest.say('one more')
    await desk.sync()
    expect(desk.line.calls.slice(resets).map((call) => call.path.split('cursor=')[1])).not.toContain(
      undefined,
    )
    expect(await texts(desk, guest.chatId)).toContain('one more')
  })

  it.each(['drop', 'html', 'half-json', 'error-500', 'lose'] as const)(
    'a page that ends as %s changes nothing, and the next pull misses nothing',
    async (fault) => {
      const desk = await openDeskAt(server, 'agent')
      await desk.sync()
      const cursor = await readCursor(desk.workspace.mirror)
      await guest.say(`during ${fault}`)
      desk.line.failNext(isPull, fault)
      await expect(desk.sync()).rejects.toThrow(ApiError)
      expect(await readCursor(desk.workspace.mirror)).toBe(cursor)
      await desk.sync()
      expect(await texts(desk, guest.chatId)).toContain(`during ${fault}`)
    },
  )

  it('a cursor of another log is a reset; chats with local work are read again, others that it lacks go', async () => {
    const desk = await openDeskAt(server, 'agent')
    const { mirror } = desk.workspace
    await desk.sync()
    const old = (id: string) => ({ ...makeChatRow(id), updatedAt: at(-40 * 86_400_000) })
    const rows = ['old-7', 'invented', 'invented-with-draft'].map((id) => ({
      id,
      chat: old(id),
      updatedAt: old(id).updatedAt,
      help: 0 as const,
      paused: 0 as const,
      heldBy: '',
      readAt: 0,
      snapshot: '',
      preview: null,
    }))
    await mirror.chats.bulkPut(rows)
    await saveDraft(desk.workspace, 'old-7', 'not done yet', desk.clock.now())
    await saveDraft(desk.workspace, 'invented-with-draft', 'not done yet', desk.clock.now())
    await storeCursor(mirror, 'a cursor of another log')
    await desk.sync()
    const left = await mirror.chats.toCollection().primaryKeys()
    expect(left).toContain('old-7')
    expect(left).not.toContain('invented')
    expect(left).not.toContain('invented-with-draft')
    expect((await mirror.chats.get('old-7'))?.chat.displayName).toBe('Guest of old-7')
    expect(await desk.workspace.outbox.drafts.get('invented-with-draft')).toBeDefined()
  })

  it('I10: a kept chat is read again with its messages, which the reset did not bring', async () => {
    const desk = await openDeskAt(server, 'agent')
    const { mirror } = desk.workspace
    await desk.sync()
    await mirror.messages.put({
      id: 'long-ago',
      chatId: 'old-6',
      createdAt: at(-300 * 86_400_000),
      message: makeMessageRow('old-6', 'long-ago', -300 * 86_400_000),
      operationId: '',
    })
    await mirror.threads.put({
      chatId: 'old-6',
      historyFrom: at(-300 * 86_400_000),
      isComplete: true,
      asOf: 1,
      openedAt: 0,
    })
    await saveDraft(desk.workspace, 'old-6', 'not done yet', desk.clock.now())
    await mirror.chats.put({
      id: 'old-6',
      chat: makeChatRow('old-6'),
      updatedAt: at(-1),
      help: 0,
      paused: 0,
      heldBy: '',
      readAt: 0,
      snapshot: '',
      preview: null,
    })
    await storeCursor(mirror, null)
    await desk.sync()
    expect(await texts(desk, 'old-6')).toContain('message 1 of old-6')
  })

  it('interrupted while kept chats are read again, it begins again', async () => {
    const desk = await openDeskAt(server, 'agent')
    const { mirror } = desk.workspace
    await mirror.chats.put({
      id: 'old-5',
      chat: makeChatRow('old-5', { displayName: 'stale' }),
      updatedAt: at(-1),
      help: 0,
      paused: 0,
      heldBy: '',
      readAt: 0,
      snapshot: '',
      preview: null,
    })
    await saveDraft(desk.workspace, 'old-5', 'not done yet', desk.clock.now())
    desk.line.failNext((call) => call.path === '/api/info/chats/old-5', 'drop')
    await expect(desk.sync()).rejects.toThrow(ApiError)
    await desk.sync()
    expect((await mirror.chats.get('old-5'))?.chat.displayName).toBe('Guest of old-5')
  })

  it('older messages are paged in, up to the very first (I10)', async () => {
    const desk = await openDeskAt(server, 'agent')
    const { workspace } = desk
    await desk.sync()
    const older = { kind: 'older', chatId: 'long' } as const
    const counts: number[] = []
    for (let page = 0; page < 3; page += 1) {
      await askFor(workspace, older, desk.clock.now())
      if (page === 1) desk.line.failNext((call) => call.path.includes('before='), 'html')
      await createFetchQueue(desk.context).run()
      counts.push((await readThread(workspace, 'long', 1_000)).entries.length)
    }
    expect(counts).toEqual([100, 100, 120])
    expect((await readThreadRow(workspace.mirror, 'long')).isComplete).toBe(true)
    expect(await workspace.mirror.fetchRequests.count()).toBe(0)
  })

  it('a mirror of any age equals the environment after a pull', async () => {
    const desk = await openDeskAt(server, 'agent')
    await desk.sync()
    for (const text of ['a', 'b', 'c']) await guest.say(text)
    await agent.call(`/api/takeover/pause/${guest.chatId}`, { key: crypto.randomUUID() })
    await desk.sync()
    const { body } = await agent.call(`/api/info/chats/${guest.chatId}`)
    expect((await desk.workspace.mirror.chats.get(guest.chatId))?.chat).toEqual(body)
    expect(createClient(server).token).toBeNull()
  })
})

describe('pullToEnd against an odd environment', () => {
  const base = { more: false, reset: false, chats: [], messages: [] }

  it('a frame that moved the cursor meanwhile: the page is dropped and nothing is lost', async () => {
    const answers = [
      { ...base, reset: true, cursor: '0' },
      { ...base, cursor: '0' },
      { ...base, cursor: '2', chats: [makeChatRow('c', { rev: 2 })] },
      { ...base, cursor: '3', chats: [makeChatRow('c', { rev: 3 })] },
    ]
    const asked: (string | null)[] = []
    const desk = await openDesk(async (input) => {
      asked.push(new URL(String(input)).searchParams.get('cursor'))
      const next = answers.shift()
      if (next?.cursor === '2') await storeCursor(desk.workspace.mirror, '2b')
      return answerJson(200, next)
    })
    await desk.sync()
    await desk.sync()
    expect(asked).toEqual([null, '0', '0', '2b'])
    expect(await readCursor(desk.workspace.mirror)).toBe('3')
  })

  it('the next page is on its way while one is stored, and is of no use where a frame moved the cursor', async () => {
    const pages = [
      { ...base, reset: true, cursor: '0' },
      { ...base, cursor: '0' },
      { ...base, more: true, cursor: '1', chats: [makeChatRow('a')] },
      { ...base, more: true, cursor: '2', chats: [makeChatRow('b')] },
      { ...base, cursor: '3', chats: [makeChatRow('of no use')] },
      { ...base, cursor: '4', chats: [makeChatRow('c')] },
    ]
    const asked: { cursor: string | null; stored: string | null }[] = []
    const desk = await openDesk(async (input) => {
      const { mirror } = desk.workspace
      const cursor = new URL(String(input)).searchParams.get('cursor')
      asked.push({ cursor, stored: await readCursor(mirror) })
      if (cursor === '2') await storeCursor(mirror, '2b')
      return answerJson(200, pages.shift())
    })
    await desk.sync()
    const before = asked.length
    await desk.sync()
    expect(asked.slice(before).map(({ cursor }) => cursor)).toEqual(['0', '1', '2', '2b'])
    // Page 1 was asked for before the page that leads to it was stored.
    expect(asked[before + 1]).toEqual({ cursor: '1', stored: '0' })
    const chats = await desk.workspace.mirror.chats.toCollection().primaryKeys()
    expect(chats).toEqual(expect.arrayContaining(['a', 'c']))
    expect(chats).not.toContain('of no use')
    expect(await readCursor(desk.workspace.mirror)).toBe('4')
  })

  it('a reset that stops being one in the middle deletes nothing and begins again', async () => {
    const first = [makeChatRow('a'), makeChatRow('b')]
    const pages = [
      { ...base, reset: true, cursor: '0', chats: first },
      { ...base, cursor: '0' },
      { ...base, reset: true, more: true, cursor: 'r1', chats: [makeChatRow('a')] },
      { ...base, cursor: '9' },
      { ...base, reset: true, more: true, cursor: 'r2', chats: [makeChatRow('a')] },
      { ...base, reset: true, cursor: '9', chats: [makeChatRow('b')] },
      { ...base, cursor: '9' },
    ]
    const desk = await openDesk(() => Promise.resolve(answerJson(200, pages.shift())))
    await desk.sync()
    const seen: string[][] = []
    desk.line.decide(() => {
      void desk.workspace.mirror.chats
        .toCollection()
        .primaryKeys()
        .then((ids) => seen.push(ids))
      return 'pass'
    })
    await storeCursor(desk.workspace.mirror, 'another log')
    await desk.sync().catch(() => undefined)
    if (pages.length > 0) await desk.sync()
    expect(seen.every((ids) => ids.includes('b'))).toBe(true)
    expect(await desk.workspace.mirror.chats.toCollection().primaryKeys()).toEqual(['a', 'b'])
  })
})
