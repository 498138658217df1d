import { describe, expect, it, vi } from 'vitest'
import type { Message } from '#src/contract/chats.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { putMessages } from '#src/db/mirror/messages.ts'
import { findInMirror, type SearchHits } from '#src/db/search.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { readWords } from '#src/domain/search/match-text.ts'
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const LOG = { readAt: 0, snapshot: '' }
const MANY = 10_000

async function openWith(
  messages: readonly Message[],
  names: Record<string, string> = {},
): Promise<Workspace> {
  const { workspace } = await openDevice()
  const { mirror } = workspace
  const ids = [...new Set(messages.map(({ chatId }) => chatId))]
  await mirror.transaction('rw', [mirror.chats, mirror.messages], async () => {
    await putChats(
      mirror,
      ids.map((id) => makeChatRow(id, { displayName: names[id] ?? `Guest ${id}` })),
      LOG,
    )
    await putMessages(mirror, messages)
  })
  return workspace
}

/** Everything that one search tells, in order. */
async function search(workspace: Workspace, text: string, limit = 50): Promise<SearchHits[]> {
  const told: SearchHits[] = []
  const { signal } = new AbortController()
  await findInMirror(workspace, readWords(text), { limit, signal, onHits: (hits) => told.push(hits) })
  return told
}

async function findMessages(workspace: Workspace, text: string, limit?: number): Promise<string[]> {
  return ((await search(workspace, text, limit)).at(-1)?.messages ?? []).map(({ messageId }) => messageId)
}

/** A long history: every hundredth message speaks of towels, and times come in pairs of equal ones. */
function makeHistory(): Message[] {
  return Array.from({ length: MANY }, (_, index) =>
    makeMessageRow(
      `chat-${index % 40}`,
      `m-${String(index).padStart(5, '0')}`,
      -Math.floor(index / 2) * 1_000,
      {
        text: index % 100 === 0 ? `Wet TOWELS, number ${index}` : 'When is breakfast served?',
      },
    ),
  )
}

describe('words in messages', () => {
  it('all of them occur, in the text, in a card’s title or in a file’s name, whatever their case and accents', async () => {
    const card = { contentType: 'application/card', content: { title: 'Café Sacher' } }
    const file = { contentType: 'application/pdf', name: 'invoice-1204.pdf' }
    const workspace = await openWith([
      makeMessageRow('a', 'both', -4, { text: 'Two towels for the café, please' }),
      makeMessageRow('a', 'one', -3, { text: 'Two pillows, please' }),
      makeMessageRow('b', 'card', -2, { text: '', attachments: [card] }),
      makeMessageRow('b', 'file', -1, { text: 'Here it is', attachments: [file] }),
      makeMessageRow('b', 'event', 0, { text: 'Two towels: Maria took over', type: 'event' }),
    ])
    expect(await findMessages(workspace, 'TOWELS two')).toEqual(['both'])
    expect(await findMessages(workspace, 'cafe')).toEqual(['card', 'both'])
    expect(await findMessages(workspace, 'invoice')).toEqual(['file'])
    expect(await findMessages(workspace, 'two suitcases')).toEqual([])
    expect(await search(workspace, '   ')).toEqual([])
  })

  it('say who, when and where in the text', async () => {
    const workspace = await openWith([makeMessageRow('a', 'm', -5_000, { text: 'Our TV is broken' })], {
      a: 'Ana Ruiz',
    })
    expect((await search(workspace, 'tv')).at(-1)?.messages).toEqual([
      {
        messageId: 'm',
        chatId: 'a',
        displayName: 'Ana Ruiz',
        createdAt: at(-5_000),
        sentByGuest: true,
        snippet: [
          { text: 'Our ', isHit: false },
          { text: 'TV', isHit: true },
          { text: ' is broken', isHit: false },
        ],
      },
    ])
  })
})

describe('10,000 mirrored messages', () => {
  it('are searched from the newest down, each once, told as they are found, up to the limit', async () => {
    const workspace = await openWith(makeHistory())
    const told = await search(workspace, 'towels', 150)
    const found = told.at(-1)?.messages ?? []
    expect(found).toHaveLength(100)
    expect(new Set(found.map(({ messageId }) => messageId)).size).toBe(100)
    const times = found.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(told.length).toBeGreaterThan(10)
    expect(told[0]?.messages.length).toBeLessThan(10)
    expect(await findMessages(workspace, 'towels', 7)).toEqual(
      found.slice(0, 7).map(({ messageId }) => messageId),
    )

    // The page goes on meanwhile, and the next input ends the walk where it is.
    const abort = new AbortController()
    const before: number[] = []
    let isOver = false
    let turns = 0
    const turn = () => {
      turns += 1
      if (!isOver) setTimeout(turn)
    }
    turn()
    await findInMirror(workspace, ['towels'], {
      limit: 150,
      signal: abort.signal,
      onHits: ({ messages }) => {
        before.push(messages.length)
        if (messages.length >= 10) abort.abort()
      },
    })
    isOver = true
    expect(before.at(-1)).toBeGreaterThanOrEqual(10)
    expect(before.at(-1)).toBeLessThan(20)
    expect(turns).toBeGreaterThan(before.length)
  })

  it('leave the page a turn within a slice, after each one that is as long as many', async () => {
    const text = HOSTILE_TEXTS.chinese.repeat(100)
    const messages = Array.from({ length: 10 }, (_, index) =>
      makeMessageRow('a', `m-${index}`, -index, { text }),
    )
    const workspace = await openWith(messages)
    const turns = vi.spyOn(globalThis, 'setTimeout')
    expect(await findMessages(workspace, 'towels')).toEqual([])
    expect(turns.mock.calls.filter(([, ms]) => ms === undefined).length).toBeGreaterThanOrEqual(10)
  })

  it('of many at once are told of a few at a time, and the page goes on between them', async () => {
    const messages = Array.from({ length: 60 }, (_, index) =>
      makeMessageRow('a', `m-${String(index).padStart(2, '0')}`, -index, { text: 'More towels, please' }),
    )
    const told = await search(await openWith(messages), 'towels')
    const counts = told.map((hits) => hits.messages.length)
    expect(counts.at(-1)).toBe(50)
    expect(Math.max(...counts.map((count, index) => count - (counts[index - 1] ?? 0)))).toBeLessThanOrEqual(6)
    expect(told.at(-1)?.messages.map(({ messageId }) => messageId)).toEqual(
      messages.slice(0, 50).map(({ id }) => id),
    )
  })

  it('of one moment, more than a slice holds, are each found once', async () => {
    const messages = Array.from({ length: 900 }, (_, index) =>
      makeMessageRow('a', `m-${String(index).padStart(3, '0')}`, index < 850 ? 0 : -1),
    )
    const workspace = await openWith(messages)
    const found = await findMessages(workspace, 'text', 1_000)
    expect(found).toHaveLength(900)
    expect(new Set(found).size).toBe(900)
  })
})

describe('rooms', () => {
  async function openRooms(): Promise<Workspace> {
    const workspace = await openWith(['a', 'b', 'c', 'd'].map((id) => makeMessageRow(id, `of-${id}`, 0)))
    const rooms: Record<string, string> = { a: '1204', b: '120', c: 'Suite 4', d: '41204' }
    await workspace.mirror.guestCards.bulkPut(
      Object.entries(rooms).map(([chatId, RoomNumber]) => ({
        chatId,
        asOf: NOON,
        info: { Data: { PUB_GuestRegister: { RoomNumber } } },
      })),
    )
    // A card of a chat that is not mirrored, and one without any room.
    await workspace.mirror.guestCards.bulkPut([
      { chatId: 'gone', asOf: NOON, info: { Data: { PUB_GuestRegister: { RoomNumber: '1204' } } } },
      { chatId: 'none', asOf: NOON, info: {} },
    ])
    return workspace
  }

  it.each([
    ['1204', ['1204']],
    ['room 1204', ['1204']],
    ['Room', []],
    ['12', ['120', '1204']],
    ['room 12', ['120', '1204']],
    ['suite 4', ['Suite 4']],
    ['204', []],
  ])('%s', async (text, expected) => {
    const rooms = (await search(await openRooms(), text)).at(-1)?.rooms ?? []
    expect(rooms.map(({ room }) => room)).toEqual(expected)
  })

  it('come first, with the chat’s row', async () => {
    const [first] = await search(await openRooms(), '1204')
    expect(first?.rooms.map(({ entry }) => entry.chat.id)).toEqual(['a'])
    expect(first?.messages).toEqual([])
  })
})
