import { describe, expect, it } from 'vitest'
import { putChats } from '#src/db/mirror/chats.ts'
import { evictMirror, OPEN_MS, type MirrorBounds } from '#src/db/mirror/eviction.ts'
import { putMessages, readAllMessages } from '#src/db/mirror/messages.ts'
import { patchThread, readThreadRow } from '#src/db/mirror/threads.ts'
import type { Chat } from '#src/contract/chats.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const DAY = 86_400_000
const BOUNDS: MirrorBounds = { chats: 100, threads: 3, messagesPerThread: 2, maxAgeMs: 30 * DAY }
const NONE = { userId: 'me', chatIds: new Set<string>() }

async function openMirrorWith(
  chats: { id: string; daysAgo: number; fields?: Partial<Chat>; openedAt?: number }[],
) {
  const { workspace } = await openDevice()
  const { mirror } = workspace
  for (const { id, daysAgo, fields, openedAt } of chats) {
    await putChats(mirror, [makeChatRow(id, { updatedAt: at(-daysAgo * DAY), ...fields })], {
      readAt: 0,
      snapshot: '',
    })
    const messages = [1, 2, 3, 4].map((n) =>
      makeMessageRow(id, `${id}-${n}`, n * 1_000 - daysAgo * DAY - 10_000),
    )
    await putMessages(mirror, messages)
    await patchThread(mirror, id, {
      historyFrom: messages[0]?.createdAt ?? null,
      isComplete: true,
      openedAt: openedAt ?? 0,
    })
  }
  const count = async (id: string) => (await readAllMessages(mirror, id)).length
  return { mirror, workspace, count }
}

describe('bounds of the mirror (D5)', () => {
  it('a long thread keeps its newest messages and begins where they begin (I10)', async () => {
    const { mirror, workspace, count } = await openMirrorWith([{ id: 'a', daysAgo: 0 }])
    expect(await evictMirror(workspace, BOUNDS, NONE, NOON)).toBe(2)
    expect((await readAllMessages(mirror, 'a')).map((row) => row.id)).toEqual(['a-3', 'a-4'])
    expect(await readThreadRow(mirror, 'a')).toMatchObject({ historyFrom: at(-7_000), isComplete: false })
    expect(await evictMirror(workspace, BOUNDS, NONE, NOON)).toBe(0)
    expect(await count('a')).toBe(2)
  })

  it('of many threads each is brought within the bound, and nothing of a second go is left', async () => {
    const many = Array.from({ length: 110 }, (_, n) => ({ id: `c${n}`, daysAgo: n / 100 }))
    const { mirror, workspace } = await openMirrorWith(many)
    const bounds = { ...BOUNDS, chats: 110, threads: 105 }
    expect(await evictMirror(workspace, bounds, NONE, NOON)).toBe(105 * 2 + 5 * 4)
    expect(await mirror.messages.count()).toBe(105 * 2)
    expect(await evictMirror(workspace, bounds, NONE, NOON)).toBe(0)
  })

  it('threads beyond the bound and older than 30 days lose all their messages', async () => {
    const { mirror, workspace, count } = await openMirrorWith([
      { id: 'a', daysAgo: 1 },
      { id: 'b', daysAgo: 2 },
      { id: 'old', daysAgo: 31 },
      { id: 'c', daysAgo: 3 },
      { id: 'd', daysAgo: 4 },
    ])
    await evictMirror(workspace, BOUNDS, NONE, NOON)
    expect(await Promise.all(['a', 'b', 'c', 'd', 'old'].map(count))).toEqual([2, 2, 2, 0, 0])
    expect((await readThreadRow(mirror, 'd')).historyFrom).toBeNull()
    expect(await mirror.chats.count()).toBe(5)
  })

  it('never evicts what is open, held, needs help, has a draft or an operation', async () => {
    const old = { daysAgo: 400 }
    const { mirror, workspace, count } = await openMirrorWith([
      { id: 'open', ...old, openedAt: NOON - OPEN_MS + 1 },
      { id: 'closed', ...old, openedAt: NOON - OPEN_MS },
      { id: 'held', ...old, fields: { user: { id: 'me', name: 'Me' }, pausedAt: at(0) } },
      { id: 'help', ...old, fields: { needsHelp: true } },
      { id: 'work', ...old },
    ])
    const tight = { ...BOUNDS, chats: 0, threads: 0 }
    await evictMirror(workspace, tight, { userId: 'me', chatIds: new Set(['work']) }, NOON)
    expect(await Promise.all(['open', 'held', 'help', 'work'].map(count))).toEqual([4, 4, 4, 4])
    expect(await count('closed')).toBe(0)
    expect(await mirror.chats.toCollection().primaryKeys()).toEqual(['held', 'help', 'open', 'work'])
  })

  it('of too many chats the longest unchanged go, with all that is mirrored of them', async () => {
    const { mirror, workspace, count } = await openMirrorWith([
      { id: 'a', daysAgo: 1 },
      { id: 'b', daysAgo: 3 },
      { id: 'c', daysAgo: 2 },
    ])
    await mirror.files.put({ url: 'u', chatId: 'b', contentType: 'x', bytes: new ArrayBuffer(1), usedAt: 1 })
    await evictMirror(workspace, { ...BOUNDS, chats: 2 }, NONE, NOON)
    expect(await mirror.chats.toCollection().primaryKeys()).toEqual(['a', 'c'])
    expect([await count('b'), await mirror.files.count()]).toEqual([0, 0])
  })
})
