import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SYNC_LIMIT_MAX } from '#src/contract/limits.ts'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { readCursor, readNewestKnown } from '#src/db/mirror/meta.ts'
import { readUnfinishedReset } from '#src/db/mirror/unfinished-reset.ts'
import { askFirstList } from '#src/api/first-list.ts'
import { apiSession } from '#src/sync/context.ts'
import { fetchFirstList, type AskedList } from '#src/sync/first-list.ts'
import { chooseNextLimit, FIRST_PAGE_ROWS } from '#src/sync/page-size.ts'
import { pullToEnd } from '#src/sync/pull.ts'
import { openDesk, openDeskAt, type Desk } from '#tests/support/desk.ts'
import { answerJson, type SeenCall } from '#tests/support/fault-fetch.ts'
import { makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { NO_CAPABILITIES } from '#tests/support/local.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const isPull = ({ path }: SeenCall) => path.startsWith('/api/sync')
/** The newest chat of the mirror. */
const readNewest = async ({ workspace }: Desk) =>
  (await workspace.mirror.chats.orderBy('updatedAt').last())?.id ?? ''
/** What a sign-in asks for. `told`: the calls that had been made when it heard that list and words are stored, or never will be. */
function ask(desk: Desk): AskedList & { told: string[][] } {
  const told: string[][] = []
  const noteStored = () => void told.push(desk.line.calls.map(({ path }) => path))
  const list = askFirstList(apiSession(desk.context), 1, desk.context.signal)
  return { list, mayStore: Promise.resolve(), noteStored, told }
}
const listChats = ({ workspace }: Desk) => workspace.mirror.chats.toCollection().primaryKeys()

/** A reset of several pages, each a chat with a message, from an environment that gives any of them any number of times. */
const PAGES = ['a', 'b', 'c', 'd'].map((id, index, all) => ({
  cursor: index === all.length - 1 ? 'end' : `after-${id}`,
  more: index < all.length - 1,
  reset: true,
  chats: [makeChatRow(id, { rev: 1, complete: true })],
  messages: [makeMessageRow(id, `m-${id}`, 0)],
}))

function openPaged(): Promise<Desk> {
  return openDesk((input) => {
    const cursor = new URL(String(input)).searchParams.get('cursor')
    if (cursor === 'end')
      return Promise.resolve(answerJson(200, { cursor, more: false, reset: false, chats: [], messages: [] }))
    const after = PAGES.findIndex((page) => page.cursor === cursor)
    return Promise.resolve(answerJson(200, PAGES[after + 1]))
  })
}

const readCursors = (desk: Desk) =>
  desk.line.calls.filter(isPull).map(({ path }) => new URL(path, 'http://x').searchParams.get('cursor'))

describe('a reset on a line that breaks (I2, docs/decisions/018)', () => {
  it.each(['drop', 'html', 'half-json'] as const)(
    'goes on where a page ended as %s: none is read twice, and nothing is missing',
    async (fault) => {
      const desk = await openPaged()
      const after = (cursor: string) => (call: SeenCall) => call.path.includes(`cursor=${cursor}&`)
      desk.line.failNext(after('after-b'), fault, fault)
      await expect(desk.sync()).rejects.toThrow()
      expect(await readCursor(desk.workspace.mirror)).toBeNull()
      await expect(desk.sync()).rejects.toThrow()
      await desk.sync()
      expect(readCursors(desk)).toEqual([null, 'after-a', 'after-b', 'after-b', 'after-b', 'after-c', 'end'])
      expect(await listChats(desk)).toEqual(['a', 'b', 'c', 'd'])
      expect(await readUnfinishedReset(desk.workspace.mirror)).toBeNull()
      for (const id of ['a', 'd'])
        expect((await readAllMessages(desk.workspace.mirror, id)).map((row) => row.id)).toEqual([`m-${id}`])
    },
  )

  it('what the pages before the break did not name goes in the end, also then', async () => {
    const desk = await openPaged()
    await desk.workspace.mirror.chats.put({
      id: 'gone',
      chat: makeChatRow('gone'),
      updatedAt: '',
      help: 0,
      paused: 0,
      heldBy: '',
      readAt: 0,
      snapshot: '',
      preview: null,
    })
    desk.line.failNext(({ path }) => path.includes('cursor=after-c&'), 'drop')
    await expect(desk.sync()).rejects.toThrow()
    expect(await listChats(desk)).toContain('gone')
    await desk.sync()
    expect(await listChats(desk)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('is given up where another one has ended meanwhile: an older build’s tab leaves no note', async () => {
    const desk = await openPaged()
    const { mirror } = desk.workspace
    desk.line.failNext(({ path }) => path.includes('cursor=after-c&'), 'drop')
    await expect(desk.sync()).rejects.toThrow()
    const note = await mirror.meta.get('reset')
    await desk.sync()
    await mirror.meta.put(note ?? { key: 'reset', value: null })
    const before = readCursors(desk).length
    await desk.sync()
    expect(readCursors(desk).slice(before)).toEqual(['end'])
    expect(await listChats(desk)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('begins again after a quarter of an hour', async () => {
    const desk = await openPaged()
    desk.line.failNext(({ path }) => path.includes('cursor=after-b&'), 'drop')
    await expect(desk.sync()).rejects.toThrow()
    desk.clock.advance(15 * 60_000)
    await desk.sync()
    expect(readCursors(desk)).toEqual([
      null,
      'after-a',
      'after-b',
      null,
      'after-a',
      'after-b',
      'after-c',
      'end',
    ])
  })
})

describe('a reset beside what somebody looks at', () => {
  it('neither stores nor asks for more until it may', async () => {
    const desk = await openPaged()
    const seen: { pulls: number; chats: string[] }[] = []
    await pullToEnd(desk.context, {
      onPage: () => undefined,
      onSuperseded: () => undefined,
      async giveWay() {
        seen.push({ pulls: readCursors(desk).length, chats: await listChats(desk) })
      },
    })
    expect(seen).toEqual([
      { pulls: 1, chats: [] },
      { pulls: 1, chats: ['a'] },
      { pulls: 2, chats: ['a'] },
      { pulls: 2, chats: ['a', 'b'] },
      { pulls: 3, chats: ['a', 'b'] },
      { pulls: 3, chats: ['a', 'b', 'c'] },
      { pulls: 4, chats: ['a', 'b', 'c'] },
    ])
    // Before the list of the newest has come, the newest of what a page brought is none in particular.
    const partly = await openPaged()
    partly.line.failNext(({ path }) => path.includes('cursor=after-a&'), 'drop')
    await expect(partly.sync()).rejects.toThrow()
    expect(await readNewestKnown(partly.workspace.mirror)).toBe(false)
    await partly.sync()
    expect(await readNewestKnown(partly.workspace.mirror)).toBe(true)
  })
})

describe('the size of a page', () => {
  it('a good line soon has large pages, a weak one keeps small ones, a very weak one smaller ones', () => {
    const read = (ms: (limit: number) => number) => {
      const limits = [FIRST_PAGE_ROWS]
      for (let page = 0; page < 6; page += 1) {
        const limit = limits.at(-1) ?? 0
        limits.push(chooseNextLimit(limit, ms(limit)))
      }
      return limits
    }
    expect(read(() => 50)).toEqual([200, 400, 800, 1_000, 1_000, 1_000, 1_000])
    // 100 kbit/s and 1 s of delay: 60 bytes a row, packed.
    const weak = read((limit) => 1_000 + (limit * 60 * 8) / 100)
    expect(Math.max(...weak)).toBeLessThan(SYNC_LIMIT_MAX)
    // 10 kbit/s.
    expect(read((limit) => 1_000 + (limit * 60 * 8) / 10).at(-1)).toBe(50 * 2)
  })

  it('follows the time that the pages take', async () => {
    const desk = await openPaged()
    const inner = desk.context.target.fetch
    const limits: (string | null)[] = []
    const seconds = [1, 10, 5, 1]
    desk.context.target.fetch = (input, init) => {
      const url = new URL(String(input))
      limits.push(url.searchParams.get('limit'))
      desk.clock.advance((seconds.shift() ?? 0) * 1_000)
      return inner(input, init)
    }
    await desk.sync()
    expect(limits.slice(0, 4)).toEqual(['200', '400', '200', '200'])
  })
})

describe('the list of a device that has none yet', () => {
  let server: TestServer
  beforeAll(async () => {
    const hotel = makeHotel()
    // They are of one moment, or of two: the newest is any of them, and has words.
    const chats = [...(hotel.chats ?? [])].filter(({ id }) => id !== 'empty')
    server = await startTestServer({ hotel: { ...hotel, chats } })
  })
  afterAll(() => server.stop())

  it('is there with three small calls, and the pull then completes it', async () => {
    const desk = await openDeskAt(server, 'agent')
    await fetchFirstList(desk.context, null)
    const first = await listChats(desk)
    expect(first.length).toBeGreaterThan(0)
    const newest = await readNewest(desk)
    expect(desk.line.calls.map(({ path }) => path)).toEqual([
      '/api/info/chats?scope=recent&limit=50',
      `/api/info/chats/${newest}/messages?limit=50`,
      `/api/inhouse-guest-info/${newest}`,
    ])
    // The newest chat may be opened: the pull brings no newer one.
    expect(await readNewestKnown(desk.workspace.mirror)).toBe(true)
    await desk.sync()
    const all = await listChats(desk)
    expect(all).toEqual(expect.arrayContaining(first))
    expect(await readAllMessages(desk.workspace.mirror, 'long')).not.toEqual([])
    await fetchFirstList(desk.context, null)
    expect(desk.line.calls.filter(({ path }) => path.includes('scope=recent'))).toHaveLength(1)
  })

  it('is what the sign-in asked for, and is asked for no more', async () => {
    const desk = await openDeskAt(server, 'agent')
    const ahead = ask(desk)
    await Promise.all([ahead.list.chats, ahead.list.words])
    const before = desk.line.calls.length
    await fetchFirstList(desk.context, ahead)
    const newest = await readNewest(desk)
    expect(desk.line.calls.slice(before).map(({ path }) => path)).toEqual([
      `/api/inhouse-guest-info/${newest}`,
    ])
    // Who waits for list and words does not wait for the card.
    expect(ahead.told[0]).toHaveLength(before)
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
    expect(ids(await readAllMessages(desk.workspace.mirror, newest))).toEqual(
      ids((await ahead.list.words)?.messages ?? []),
    )
  })

  it.each(['drop', 'html', 'half-json'] as const)(
    'is asked for anew where the sign-in’s own came to %s',
    async (fault) => {
      const desk = await openDeskAt(server, 'agent')
      desk.line.failNext(({ path }) => path.includes('scope=recent'), fault)
      const ahead = ask(desk)
      await fetchFirstList(desk.context, ahead)
      expect(ahead.told).not.toEqual([])
      expect(desk.line.calls.filter(({ path }) => path.includes('scope=recent'))).toHaveLength(2)
      expect(await readAllMessages(desk.workspace.mirror, await readNewest(desk))).not.toEqual([])
    },
  )

  it('is there though its words do not come: they are asked for once more', async () => {
    const desk = await openDeskAt(server, 'agent')
    desk.line.failNext(({ path }) => path.includes('/messages?'), 'drop')
    await fetchFirstList(desk.context, ask(desk))
    expect(await readAllMessages(desk.workspace.mirror, await readNewest(desk))).not.toEqual([])
  })

  it('is waited for no longer where it can’t come at all, or is here already', async () => {
    const desk = await openDeskAt(server, 'agent')
    desk.line.failNext(({ path }) => path.includes('scope=recent'), 'drop', 'drop')
    const failed = ask(desk)
    await expect(fetchFirstList(desk.context, failed)).rejects.toThrow()
    expect(failed.told).toHaveLength(1)
    await desk.sync()
    const late = ask(desk)
    await fetchFirstList(desk.context, late)
    expect(late.told).toHaveLength(1)
  })

  it('does not undo what a page brought meanwhile', async () => {
    const desk = await openDesk(async (input) => {
      // It has the list alone, so that what comes after it fails.
      if (!String(input).includes('scope=recent')) return answerJson(404, {})
      await desk.workspace.mirror.chats.put({
        id: 'a',
        chat: makeChatRow('a', { displayName: 'as the page said' }),
        updatedAt: '',
        help: 0,
        paused: 0,
        heldBy: '',
        readAt: 0,
        snapshot: 's',
        preview: null,
      })
      return answerJson(200, [makeChatRow('a', { displayName: 'older' }), makeChatRow('b')])
    })
    await expect(fetchFirstList(desk.context, null)).rejects.toThrow('unexpected-responder')
    expect((await desk.workspace.mirror.chats.get('a'))?.chat.displayName).toBe('as the page said')
    expect(await listChats(desk)).toEqual(['a', 'b'])
  })

  it('is not asked of an environment whose list comes first anyway', async () => {
    const desk = await openDesk(() => Promise.reject(new Error('nothing is asked')), {
      capabilities: NO_CAPABILITIES,
    })
    await fetchFirstList(desk.context, null)
    expect(desk.line.calls).toEqual([])
  })
})
