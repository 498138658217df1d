import { describe, expect, it } from 'vitest'
import type { Chat } from '#src/contract/chats.ts'
import { expectAnsweredThread, readAnsweredList, waitUntilListed } from '#src/db/answered.ts'
import { readChatList } from '#src/db/chat-list.ts'
import { storeListedAt } from '#src/db/mirror/meta.ts'
import { describeThreadQuery, THREADS_AHEAD } from '#src/db/thread-ahead.ts'
import { NEWEST_WINDOW, readThread, type ThreadReading } from '#src/db/thread.ts'
import { writeMirror } from '#src/db/write.ts'
import { CHAT_TYPES, isByAge, CHAT_FILTERS } from '#src/domain/chats/filters.ts'
import { fetchFirstList } from '#src/sync/first-list.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson } from '#tests/support/fault-fetch.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const NEVER = new Promise<never>(() => undefined)
const DAY_MS = 24 * 60 * 60_000
const MARIA = { id: 'user-maria', name: 'Maria' }
const FILTERS = CHAT_FILTERS.filter((filter) => !isByAge(filter))

/** As an environment may list them: of all kinds and ages, some of one moment, in no order. */
const CHATS: Chat[] = [
  makeChatRow('c', { updatedAt: at(-60_000), lastUserMessageDate: null }),
  makeChatRow('a', { updatedAt: at(0), needsHelp: true }),
  makeChatRow('e', { updatedAt: at(-60_000), source: 'sms', pausedAt: at(-120_000), user: MARIA }),
  makeChatRow('d', { updatedAt: at(-60_000), source: 'facebook' }),
  makeChatRow('old-paused', { updatedAt: at(-30 * DAY_MS), pausedAt: at(-30 * DAY_MS), user: MARIA }),
  makeChatRow('old-help', { updatedAt: at(-9 * DAY_MS), needsHelp: true }),
  makeChatRow('old', { updatedAt: at(-8 * DAY_MS) }),
]

/** A device that has been given these, and nothing else. */
async function store(chats: readonly Chat[], count = 0): Promise<Desk> {
  const desk = await openDesk(() => Promise.resolve(answerJson(200, {})))
  const words = Promise.resolve({ messages: say(count), isWhole: count < 50 })
  const list = { readAt: 1, chats: Promise.resolve([...chats]), words }
  await fetchFirstList(desk.context, { list, mayStore: Promise.resolve(), noteStored: () => undefined })
  return desk
}

/** Words of the first chat, the newest last; the last two of one moment. */
const say = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeMessageRow('c', `m-${String(index).padStart(3, '0')}`, Math.min(index, count - 2) * 1_000, {
      ...(index % 3 === 0 && { sentByGuest: false, user: MARIA, clientId: `key-${index}` }),
    }),
  )

/** When it was read, and stored: the one clock is the page's, the other the test's. */
const leaveOutTimes = ({ thread, ...reading }: ThreadReading) => ({
  ...reading,
  readAt: 0,
  thread: { ...thread, asOf: 0 },
})

describe('what was answered, as it will be read', () => {
  it.each(FILTERS.flatMap((filter) => CHAT_TYPES.map((type) => [filter, type] as const)))(
    'the list of %s chats, type %s',
    async (filter, type) => {
      const { workspace } = await store(CHATS)
      const query = { filter, type, search: '', isShowingAll: false, now: NOON }
      const answered = readAnsweredList(CHATS, query, 0, 90)
      expect(answered).toEqual(await readChatList(workspace, query, 0, 90))
      if (type === 'all') expect(answered.entries.length).toBeGreaterThan(1)
    },
  )

  it('a part of a list that is longer', async () => {
    const { workspace } = await store(CHATS)
    const query = { filter: 'all', type: 'all', search: '', isShowingAll: false, now: NOON } as const
    const answered = readAnsweredList(CHATS, query, 1, 3)
    expect(answered).toEqual(await readChatList(workspace, query, 1, 3))
    expect(answered.entries.map(({ chat }) => chat.id)).toEqual(['e', 'd', 'c'])
  })

  it.each([
    ['all the words of a chat', 12, true],
    ['the newest words of a chat that has more', 50, false],
  ])('%s', async (_, count, isWhole) => {
    const { workspace } = await store(CHATS, count)
    const stored = await readThread(workspace, 'c', NEWEST_WINDOW.limit, NEWEST_WINDOW.until)
    const [chat] = CHATS
    if (!chat) throw new Error('there is no chat')
    workspace.storedBehind = NEVER
    expectAnsweredThread(workspace, chat, Promise.resolve({ messages: say(count), isWhole }))
    const { key, read } = describeThreadQuery(workspace, 'c', NEWEST_WINDOW)
    const query = THREADS_AHEAD.take(workspace, key, read)
    await waitFor('the answer', () => query?.hasValue() === true)
    const answered = query?.getValue?.().value.thread
    expect(answered && leaveOutTimes(answered)).toEqual(leaveOutTimes(stored))
    expect(answered?.entries).toHaveLength(count)
  })
})

describe('that the newest chats are stored', () => {
  it('is known at once where they are', async () => {
    const { workspace } = await store(CHATS)
    await waitUntilListed(workspace)
    expect(await workspace.mirror.chats.count()).toBe(CHATS.length)
  })

  it('is waited for where they are not', async () => {
    const desk = await openDesk(() => Promise.resolve(answerJson(200, {})))
    const { workspace } = desk
    let isListed = false
    const listed = waitUntilListed(workspace).then(() => (isListed = true))
    await workspace.mirror.chats.count()
    expect(isListed).toBe(false)
    await writeMirror(workspace, [], () => storeListedAt(workspace.mirror, 1))
    await listed
  })
})
