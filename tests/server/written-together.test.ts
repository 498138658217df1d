import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChat, describeBotMessage } from '#server/store/chats/write-chats.ts'
import type { Change } from '#server/store/log/change.ts'
import { isPlain } from '#server/store/log/write-messages.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** As an array's text would be read wrongly if it were not quoted. */
const TEXTS = ['plain', '{a,"b"}', 'NULL', String.raw`back\slash "quoted" 'single'`, 'two\nlines, 🏨 ä', '']
const CARD = { contentType: 'application/vnd.microsoft.card.hero', content: { title: 'a "card", {x}' } }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const createChats = (count: number) =>
  server.context.store.transact(async (tx) => {
    const made = []
    for (let index = 0; index < count; index += 1)
      made.push(await createChat(tx, { displayName: `Guest ${index}`, source: 'web', botName: 'Bell' }))
    await server.context.commitChanges(
      tx,
      made.map(({ change }) => change),
    )
    return made.map(({ chatId }) => chatId)
  })
const commit = (changes: Change[]) =>
  server.context.store.transact((tx) => server.context.commitChanges(tx, changes))
const readEntries = (chatIds: string[]) =>
  server.context.store.db
    .selectFrom('changes')
    .selectAll()
    .where('chatId', 'in', chatIds)
    .where('messageId', 'is not', null)
    .orderBy('seq')
    .execute()

describe('changes of one transaction (E3)', () => {
  it('are written as they were meant and in their order, also where one statement writes several', async () => {
    const chatIds = await createChats(TEXTS.length)
    const [first = '', second = ''] = chatIds
    const plain: Change[] = chatIds.map((chatId, index) => ({
      type: 'new_message',
      chatId,
      message: {
        text: TEXTS[index] ?? '',
        sentByGuest: index % 2 === 1,
        type: index === 3 ? 'card' : 'text',
        attachments: index === 3 ? [CARD] : [],
        ...(index === 4
          ? { user: { id: 'user-maria', name: 'Maria "M", {x}' }, clientId: 'client', isStaffOnly: true }
          : {}),
      },
    }))
    expect(plain.every(isPlain)).toBe(true)
    const again = describeBotMessage({ chatId: first, text: 'again' })
    const patched: Change = { type: 'needs_help', chatId: second, patch: { needsHelp: true } }
    const { chats, messages } = await commit([...plain, again, patched])

    expect(chats.map(({ id }) => id)).toEqual([...chatIds, first, second])
    expect(messages.map(({ text }) => text)).toEqual([...TEXTS, 'again'])
    const { db } = server.context.store
    const stored = await db.selectFrom('messages').selectAll().where('chatId', 'in', chatIds).execute()
    for (const message of messages) expect(stored.find(({ id }) => id === message.id)).toEqual(message)
    expect(messages[3]).toMatchObject({ type: 'card', attachments: [CARD], userId: null, clientId: null })
    expect(messages[4]).toMatchObject({ userId: 'user-maria', userName: 'Maria "M", {x}', staffOnly: true })

    const entries = await readEntries(chatIds)
    expect(entries.map(({ messageId }) => messageId)).toEqual(messages.map(({ id }) => id))
    expect(chats.slice(0, -1).map(({ rev }) => rev)).toEqual(entries.map(({ seq }) => seq))
    expect(chats[TEXTS.length]).toMatchObject({ messagesCount: 2, lastUserMessageDate: null })
    expect(chats[1]).toMatchObject({ messagesCount: 1, lastUserMessageDate: messages[1]?.createdAt })
    expect(chats[1]?.lastMessageAt).toEqual(messages[1]?.createdAt)
  })

  it('come later than the chat’s last message, by the millisecond', async () => {
    const [one = '', two = ''] = await createChats(2)
    const say = () => commit([one, two].map((chatId) => describeBotMessage({ chatId, text: 'on' })))
    const far = new Date(Date.now() + 60_000)
    await server.context.store.db
      .updateTable('chats')
      .set({ lastMessageAt: far })
      .where('id', '=', one)
      .execute()
    const [ahead, normal] = (await say()).messages
    expect(ahead?.createdAt.getTime()).toBe(far.getTime() + 1)
    expect(normal?.createdAt.getTime()).toBeLessThan(far.getTime())
    expect((await say()).messages[0]?.createdAt.getTime()).toBe(far.getTime() + 2)
  })

  it('are all undone where one names a chat that is gone', async () => {
    const [one = ''] = await createChats(1)
    const both = [one, 'gone'].map((chatId) => describeBotMessage({ chatId, text: 'for nobody' }))
    await expect(commit(both)).rejects.toThrow('a chat that is not there')
    expect(await readEntries([one, 'gone'])).toEqual([])
  })
})
