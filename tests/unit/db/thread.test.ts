import { describe, expect, it } from 'vitest'
import { sendMessage } from '#src/actions/send-message.ts'
import { takeOver } from '#src/actions/take-over.ts'
import { readChatList } from '#src/db/chat-list.ts'
import { putChats, type ChatQuery } from '#src/db/mirror/chats.ts'
import { putMessages } from '#src/db/mirror/messages.ts'
import { patchThread } from '#src/db/mirror/threads.ts'
import { mergeThread, readThread } from '#src/db/thread.ts'
import type { MirrorMessage } from '#src/db/mirror/database.ts'
import { IDLE_MS, RECENT_MS } from '#src/domain/chats/filters.ts'
import { at, makeChatRow, makeMessageRow, makeOperation } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const mirrored = (id: string, operationId = ''): MirrorMessage => {
  const message = makeMessageRow('c', id, 0)
  return { id, chatId: 'c', createdAt: message.createdAt, message, operationId }
}
const keys = (entries: { type: string; key: string }[]) => entries.map(({ type, key }) => `${type} ${key}`)

describe('O6: a message is drawn once and keeps its identity', () => {
  it('only in the outbox, in both, only in the mirror: the same key', () => {
    const operation = makeOperation({ id: 'op' })
    expect(keys(mergeThread([], [operation]))).toEqual(['operation op'])
    expect(keys(mergeThread([mirrored('m', 'op')], [operation]))).toEqual(['message op'])
    expect(keys(mergeThread([mirrored('m', 'op')], []))).toEqual(['message op'])
  })

  it('bound without a clientId: at every moment of the binding one row', () => {
    const bound = makeOperation({ id: 'op', boundTo: 'm' })
    expect(keys(mergeThread([], [bound]))).toEqual(['operation op'])
    expect(keys(mergeThread([mirrored('m')], [bound]))).toEqual(['message op'])
    expect(keys(mergeThread([mirrored('m', 'op')], [bound]))).toEqual(['message op'])
  })

  it("the environment's order first, then what waits in its own", () => {
    const waiting = [makeOperation({ id: 'a', pos: 1 }), makeOperation({ id: 'b', pos: 2 })]
    expect(keys(mergeThread([mirrored('m1'), mirrored('m2')], waiting))).toEqual([
      'message m1',
      'message m2',
      'operation a',
      'operation b',
    ])
  })
})

describe('readThread', () => {
  it('draws nothing from before a gap (I10), and says whether there is more', async () => {
    const { workspace } = await openDevice()
    const { mirror } = workspace
    await putMessages(
      mirror,
      [1, 2, 3, 4].map((n) => makeMessageRow('c', `m${n}`, n)),
    )
    expect((await readThread(workspace, 'c', 9)).entries).toEqual([])
    await patchThread(mirror, 'c', { historyFrom: at(2) })
    expect(keys((await readThread(workspace, 'c', 9)).entries)).toEqual([
      'message m2',
      'message m3',
      'message m4',
    ])
    const short = await readThread(workspace, 'c', 2)
    expect([keys(short.entries), short.hasOlderMirrored]).toEqual([['message m3', 'message m4'], true])
    expect((await readThread(workspace, 'c', 3)).hasOlderMirrored).toBe(false)
  })

  it('D3: shows the chat as expected and as the server returned it', async () => {
    const { workspace } = await openDevice()
    await putChats(workspace.mirror, [makeChatRow('c')], { readAt: 0, snapshot: '' })
    await takeOver(workspace, 'c', 'bot', NOON)
    const { chat, serverChat } = await readThread(workspace, 'c', 9)
    expect(chat?.user).toEqual({ id: 'user-agent', name: 'Agent' })
    expect(serverChat?.user).toBeNull()
    expect((await readThread(workspace, 'nowhere', 9)).chat).toBeNull()
  })
})

describe('readChatList', () => {
  const query: ChatQuery = { filter: 'all', type: 'all', search: '', isShowingAll: false, now: NOON }

  it('D3, O9: an unsent takeover is in the list of paused chats at once, and says what waits', async () => {
    const { workspace } = await openDevice()
    await putChats(workspace.mirror, [makeChatRow('c'), makeChatRow('d')], { readAt: 0, snapshot: '' })
    await sendMessage(workspace, 'c', 'hello', NOON, 'bot')
    const { entries } = await readChatList(workspace, { ...query, filter: 'paused' }, 0, 50)
    expect(entries.map(({ chat, operations }) => [chat.id, operations.length])).toEqual([['c', 2]])
    const active = await readChatList(workspace, { ...query, filter: 'active' }, 0, 50)
    expect(active.entries.map(({ chat }) => chat.id)).toEqual(['d'])
  })

  it('no chat is in it twice, windows included', async () => {
    const { workspace } = await openDevice()
    const chats = Array.from({ length: 30 }, (_, n) => makeChatRow(`c${n}`, { updatedAt: at(-n * 1_000) }))
    await putChats(workspace.mirror, chats, { readAt: 0, snapshot: '' })
    for (const id of ['c3', 'c17', 'c29']) await takeOver(workspace, id, 'bot', NOON)
    const seen: string[] = []
    for (let offset = 0, hasMore = true; hasMore; offset += 10) {
      const window = await readChatList(workspace, query, offset, 10)
      seen.push(...window.entries.map(({ chat }) => chat.id))
      hasMore = window.hasMore
    }
    expect(seen).toEqual(chats.map((chat) => chat.id))
  })

  it('an old chat with unsent work is not hidden by the default list', async () => {
    const { workspace } = await openDevice()
    const old = { updatedAt: at(-RECENT_MS * 2), lastUserMessageDate: null }
    const chats = Array.from({ length: 12 }, (_, n) => makeChatRow(`c${n}`, { updatedAt: at(-n) }))
    await putChats(workspace.mirror, [...chats, makeChatRow('old', old)], { readAt: 0, snapshot: '' })
    await sendMessage(workspace, 'old', 'still there?', NOON)
    const { entries } = await readChatList(workspace, query, 0, 50)
    expect(entries.at(-1)?.chat.id).toBe('old')
  })

  it.each(['idle', 'inactive'] as const)('time moves chats %s: the reading says when', async (filter) => {
    const { workspace } = await openDevice()
    const last = (ms: number) => ({ lastUserMessageDate: at(ms) })
    const chats = [makeChatRow('next', last(-IDLE_MS + 5)), makeChatRow('later', last(-1))]
    await putChats(workspace.mirror, [...chats, makeChatRow('gone', last(-IDLE_MS - 1))], {
      readAt: 0,
      snapshot: '',
    })
    const read = (now: number) => readChatList(workspace, { ...query, filter, now }, 0, 50)
    const ids = async (now: number) => (await read(now)).entries.map(({ chat }) => chat.id)
    const changesAt = (await read(NOON)).changesAt ?? Number.NaN
    expect(changesAt).toBe(NOON + 6)
    expect(await ids(changesAt - 1)).toEqual(await ids(NOON))
    expect(await ids(changesAt)).not.toEqual(await ids(NOON))
    expect((await read(changesAt)).changesAt).toBe(NOON + IDLE_MS)
    expect((await read(NOON + IDLE_MS)).changesAt).toBeNull()
    expect((await readChatList(workspace, query, 0, 50)).changesAt).toBeNull()
  })

  it('unread is what the guest wrote since it was seen', async () => {
    const { workspace } = await openDevice()
    await putChats(workspace.mirror, [makeChatRow('c')], { readAt: 0, snapshot: '' })
    const isUnread = async () => (await readChatList(workspace, query, 0, 9)).entries[0]?.isUnread
    expect(await isUnread()).toBe(true)
    await workspace.outbox.seen.put({ chatId: 'c', seenAt: at(0) })
    expect(await isUnread()).toBe(false)
    await putChats(workspace.mirror, [makeChatRow('c', { lastUserMessageDate: at(1) })], {
      readAt: 0,
      snapshot: '',
    })
    expect(await isUnread()).toBe(true)
  })
})
