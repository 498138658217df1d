import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Chat } from '#src/contract/chats.ts'
import { countChatsNeedingHelp, putChats, readChatWindow, type ChatQuery } from '#src/db/mirror/chats.ts'
import { readCounters } from '#src/db/mirror/counters.ts'
import { countChatsWrittenSince, findWindowEnd } from '#src/db/mirror/guest-times.ts'
import type { MirrorDatabase } from '#src/db/mirror/database.ts'
import { storeActiveAdmins } from '#src/db/mirror/meta.ts'
import {
  ACTIVE_CHAT_MS,
  CHAT_FILTERS,
  CHAT_TYPES,
  IDLE_MS,
  isActiveChat,
  isRecentChat,
  matchesFilter,
  matchesSearch,
  matchesType,
  RECENT_COUNT,
  RECENT_MS,
} from '#src/domain/chats/filters.ts'
import { at, makeChatRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const CHATS = 2_000
const EDGES = [0, ACTIVE_CHAT_MS, IDLE_MS, RECENT_MS]

/** A hotel's chats from a seed: all states, many equal times, some times exactly on a window's edge. */
function makeChats(count: number, seed: number): Chat[] {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  return Array.from({ length: count }, (_, index) => {
    const onEdge = next(10) === 0
    const age = onEdge ? (EDGES[next(4)] ?? 0) + next(3) - 1 : next(20) * 43_200_000 + next(4) * 600_000
    const isPaused = next(5) === 0
    // Not every environment counts a guest's message as an update.
    const lastAge = next(5) === 0 ? (EDGES[next(4)] ?? 0) + next(3) - 1 : age + next(2) * next(3) * IDLE_MS
    return makeChatRow(`chat-${String(index).padStart(4, '0')}`, {
      displayName: ['Ana', 'Élodie', 'Bob', 'ana maria'][next(4)] ?? '',
      source: ['web', 'sms', 'facebook', 'pigeon'][next(4)] ?? '',
      updatedAt: at(-age),
      lastUserMessageDate: next(6) === 0 ? null : at(-lastAge),
      pausedAt: isPaused ? at(-age) : null,
      user: isPaused && next(3) > 0 ? { id: 'u1', name: 'Maria' } : null,
      needsHelp: next(12) === 0,
    })
  })
}

function readNaively(chats: readonly Chat[], query: ChatQuery): string[] {
  const sorted = [...chats].sort((a, b) =>
    a.updatedAt === b.updatedAt ? (a.id < b.id ? 1 : -1) : a.updatedAt < b.updatedAt ? 1 : -1,
  )
  const isWhole = query.isShowingAll || query.search.trim() !== ''
  const last = new Set(sorted.slice(0, RECENT_COUNT))
  return sorted
    .filter((chat) => isWhole || last.has(chat) || isRecentChat(chat, query.now))
    .filter((chat) => matchesFilter(chat, query.filter, query.now))
    .filter((chat) => matchesType(chat, query.type) && matchesSearch(chat, query.search))
    .map((chat) => chat.id)
}

async function openMirrorWith(chats: readonly Chat[]): Promise<MirrorDatabase> {
  const { workspace } = await openDevice()
  await workspace.mirror.transaction('rw', workspace.mirror.chats, () =>
    putChats(workspace.mirror, chats, { readAt: 0, snapshot: '' }),
  )
  return workspace.mirror
}

const query = fc.record<ChatQuery>({
  filter: fc.constantFrom(...CHAT_FILTERS),
  type: fc.constantFrom(...CHAT_TYPES),
  search: fc.constantFrom('', '', '', 'ana', 'ÉLO', 'nobody'),
  isShowingAll: fc.boolean(),
  now: fc.constant(NOON),
})

describe('windows of the chat list against a plain filter and sort (specification section 9)', () => {
  it('2,000 chats: every filter, channel, search and window', async () => {
    const chats = makeChats(CHATS, 7)
    const mirror = await openMirrorWith(chats)
    const offset = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: CHATS + 10 }))
    await fc.assert(
      fc.asyncProperty(query, offset, fc.integer({ min: 1, max: 60 }), async (asked, from, limit) => {
        const expected = readNaively(chats, asked)
        const window = await readChatWindow(mirror, asked, from, limit)
        expect(window.rows.map((row) => row.id)).toEqual(expected.slice(from, from + limit))
        expect(window.hasMore).toBe(expected.length > from + limit)
        if (window.total !== null) expect(window.total).toBe(expected.length)
      }),
      { numRuns: 15 },
    )
  })

  it('Show All knows how long the list is, so that it can be scrolled to anywhere', async () => {
    const mirror = await openMirrorWith(makeChats(300, 5))
    const asked: ChatQuery = { filter: 'all', type: 'all', search: '', isShowingAll: true, now: NOON }
    expect(await readChatWindow(mirror, asked, 290, 5)).toMatchObject({ total: 300, hasMore: true })
    expect(await readChatWindow(mirror, { ...asked, search: 'ana' }, 0, 5)).toMatchObject({ total: null })
  })

  it('a search that nobody waits for any more ends where it is', async () => {
    const mirror = await openMirrorWith(makeChats(1_000, 5))
    const asked: ChatQuery = { filter: 'all', type: 'all', search: 'nobody', isShowingAll: true, now: NOON }
    let looks = 0
    await readChatWindow(mirror, asked, 0, 50, () => (looks += 1) < 2)
    expect(looks).toBe(2)
  })

  it('idle chats that nothing but their guests’ messages told of are all there, in their place', async () => {
    const idle = makeChatRow('idle', { updatedAt: at(-6 * IDLE_MS), lastUserMessageDate: at(-IDLE_MS) })
    const silent = { updatedAt: at(-5 * IDLE_MS), lastUserMessageDate: at(-IDLE_MS - 1) }
    const chats = [makeChatRow('now'), makeChatRow('silent', silent), idle]
    const mirror = await openMirrorWith(chats)
    const asked: ChatQuery = { filter: 'idle', type: 'all', search: '', isShowingAll: false, now: NOON }
    const ids = async (filter: ChatQuery['filter'], now = NOON) =>
      (await readChatWindow(mirror, { ...asked, filter, now }, 0, 50)).rows.map(({ id }) => id)
    expect(await ids('idle')).toEqual(['now', 'idle'])
    expect(await ids('inactive')).toEqual(['silent'])
    expect(await ids('idle', NOON + 1)).toEqual(['now'])
    expect(await ids('inactive', NOON + 1)).toEqual(['silent', 'idle'])
  })

  it('a list of idle chats ends with the last of them, whatever is older', async () => {
    const chats = Array.from({ length: 1_000 }, (_, index) =>
      makeChatRow(`chat-${index}`, {
        updatedAt: at(-index * 60_000),
        lastUserMessageDate: index < 20 ? at(-index * 60_000) : null,
      }),
    )
    const mirror = await openMirrorWith(chats)
    const asked: ChatQuery = { filter: 'idle', type: 'all', search: '', isShowingAll: true, now: NOON }
    let looks = 0
    const window = await readChatWindow(mirror, asked, 0, 50, () => (looks += 1) > 0)
    expect(window.rows).toHaveLength(20)
    expect(looks).toBe(1)
    expect((await readChatWindow(mirror, { ...asked, now: NOON + 2 * IDLE_MS }, 0, 50)).rows).toEqual([])
  })

  it('few chats, all of them old: the last 10, and whatever is paused or needs help', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.nat(40), fc.nat(25), fc.nat(), async (asked, count, from, seed) => {
        const chats = makeChats(count, seed).map((chat) => ({
          ...chat,
          updatedAt: new Date(Date.parse(chat.updatedAt) - RECENT_MS).toISOString(),
          lastUserMessageDate: null,
        }))
        const mirror = await openMirrorWith(chats)
        const expected = readNaively(chats, asked)
        const window = await readChatWindow(mirror, asked, from, 7)
        expect(window.rows.map((row) => row.id)).toEqual(expected.slice(from, from + 7))
        expect(window.hasMore).toBe(expected.length > from + 7)
      }),
      { numRuns: 15 },
    )
  })

  it('an empty mirror has an empty list', async () => {
    const mirror = await openMirrorWith([])
    const asked: ChatQuery = { filter: 'all', type: 'all', search: '', isShowingAll: false, now: NOON }
    expect(await readChatWindow(mirror, asked, 0, 50)).toEqual({ rows: [], hasMore: false, total: null })
  })
})

describe('counts', () => {
  let chats: Chat[] = []
  beforeAll(() => {
    chats = makeChats(300, 3)
  })

  it("active users are those who wrote within 30 minutes ('Users: M')", async () => {
    const mirror = await openMirrorWith(chats)
    expect(await countChatsWrittenSince(mirror, NOON - ACTIVE_CHAT_MS)).toBe(
      chats.filter((chat) => isActiveChat(chat, NOON)).length,
    )
  })

  it('the next of them leaves a millisecond after its 30 minutes; where there is none, nobody', async () => {
    const mirror = await openMirrorWith([
      makeChatRow('old', { updatedAt: at(0), lastUserMessageDate: at(-ACTIVE_CHAT_MS - 1) }),
      makeChatRow('first', { updatedAt: at(-RECENT_MS), lastUserMessageDate: at(-ACTIVE_CHAT_MS + 5) }),
      makeChatRow('second', { lastUserMessageDate: at(-1) }),
      makeChatRow('never', { lastUserMessageDate: null }),
    ])
    const leavesAt = (await findWindowEnd(mirror, ACTIVE_CHAT_MS, NOON)) ?? Number.NaN
    expect(leavesAt).toBe(NOON + 6)
    expect(await readCounters(mirror, leavesAt - 1)).toMatchObject({ users: 2, changesAt: leavesAt })
    expect(await readCounters(mirror, leavesAt)).toMatchObject({ users: 1, changesAt: NOON + ACTIVE_CHAT_MS })
    expect(await readCounters(mirror, NOON + ACTIVE_CHAT_MS)).toMatchObject({ users: 0, changesAt: null })
  })

  it('one agent is there until the environment says how many (specification section 9)', async () => {
    const mirror = await openMirrorWith([])
    expect(await readCounters(mirror, NOON)).toEqual({
      agents: 1,
      users: 0,
      needHelp: 0,
      syncedAt: null,
      isNewestKnown: false,
      changesAt: null,
    })
    await storeActiveAdmins(mirror, 4)
    expect((await readCounters(mirror, NOON)).agents).toBe(4)
  })

  it('chats that need help, for badge and title', async () => {
    const mirror = await openMirrorWith(chats)
    expect(await countChatsNeedingHelp(mirror)).toBe(chats.filter((chat) => chat.needsHelp).length)
  })
})
