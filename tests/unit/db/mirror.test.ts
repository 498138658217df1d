import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { putChats, removeChat, touchChat, type ChatSource } from '#src/db/mirror/chats.ts'
import { bindMessage, putMessages, readAllMessages, readNewestMessages } from '#src/db/mirror/messages.ts'
import { putFetchRequest, readFetchRequests } from '#src/db/mirror/fetch-requests.ts'
import type { Chat } from '#src/contract/chats.ts'
import { at, makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { NOON, openDevice } from '#tests/support/local.ts'

const LOG: ChatSource = { readAt: 0, snapshot: '' }
const readAt = (ms: number): ChatSource => ({ readAt: NOON + ms, snapshot: '' })

async function openMirror() {
  const { workspace } = await openDevice()
  const { mirror } = workspace
  const put = (chat: Chat, source: ChatSource) =>
    mirror.transaction('rw', mirror.chats, () => putChats(mirror, [chat], source))
  const name = async () => (await mirror.chats.get('c'))?.chat.displayName
  return { mirror, put, name }
}

describe('I4: what is newer stays', () => {
  it('a lower rev never overwrites a higher one, by whichever road it comes', async () => {
    const { put, name } = await openMirror()
    await put(makeChatRow('c', { rev: 5, displayName: 'five' }), LOG)
    await put(makeChatRow('c', { rev: 4, displayName: 'four' }), readAt(99))
    expect(await name()).toBe('five')
    await put(makeChatRow('c', { rev: 5, displayName: 'five again' }), LOG)
    expect(await name()).toBe('five again')
    await put(makeChatRow('c', { rev: 6, displayName: 'six' }), readAt(-99))
    expect(await name()).toBe('six')
  })

  it('in any order of arrival the highest rev is what remains', async () => {
    const { mirror, put, name } = await openMirror()
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 1 }), async (revs) => {
        await mirror.chats.clear()
        for (const rev of revs) await put(makeChatRow('c', { rev, displayName: `rev ${rev}` }), LOG)
        expect(await name()).toBe(`rev ${Math.max(...revs)}`)
      }),
      { numRuns: 30 },
    )
  })

  it('without rev a GET that began before the last write was answered is dropped', async () => {
    const { mirror, put, name } = await openMirror()
    await put(makeChatRow('c', { displayName: 'before' }), readAt(0))
    await touchChat(mirror, 'c', NOON + 10)
    await put(makeChatRow('c', { displayName: 'began too early' }), readAt(9))
    expect(await name()).toBe('before')
    await put(makeChatRow('c', { displayName: 'began after' }), readAt(10))
    expect(await name()).toBe('began after')
    // Told late of an earlier answer, it is as new as it was.
    await touchChat(mirror, 'c', NOON + 5)
    await put(makeChatRow('c', { displayName: 'began in between' }), readAt(7))
    expect(await name()).toBe('began after')
  })

  it('a reset marks also the rows that it does not overwrite', async () => {
    const { mirror, put } = await openMirror()
    await put(makeChatRow('c', { rev: 5, displayName: 'five' }), LOG)
    await put(makeChatRow('c', { rev: 4 }), { readAt: 0, snapshot: 's1' })
    expect(await mirror.chats.get('c')).toMatchObject({ snapshot: 's1', chat: { displayName: 'five' } })
    await put(makeChatRow('c', { rev: 6 }), LOG)
    expect((await mirror.chats.get('c'))?.snapshot).toBe('s1')
  })

  it('messages are never dropped for their age, and repeats change nothing', async () => {
    const { mirror } = await openMirror()
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 4 }), async (batches) => {
        await mirror.messages.clear()
        for (const batch of batches) {
          await putMessages(
            mirror,
            batch.map((n) => makeMessageRow('c', `m${n}`, n * 1_000)),
          )
        }
        const ids = (await readAllMessages(mirror, 'c')).map((row) => row.id)
        expect(ids).toEqual([...new Set(batches.flat())].sort().map((n) => `m${n}`))
      }),
      { numRuns: 30 },
    )
  })
})

describe('O6: a message keeps the operation that it was', () => {
  it('also when its row comes again without a clientId', async () => {
    const { mirror } = await openMirror()
    const message = makeMessageRow('c', 'm', 0, { user: { id: 'me', name: 'Me' } })
    await putMessages(mirror, [message])
    await bindMessage(mirror, 'm', 'op-1')
    await putMessages(mirror, [{ ...message, text: 'edited' }])
    expect(await mirror.messages.get('m')).toMatchObject({ operationId: 'op-1', message: { text: 'edited' } })
  })

  it('its clientId is its operation', async () => {
    const { mirror } = await openMirror()
    await putMessages(mirror, [makeMessageRow('c', 'm', 0, { clientId: 'op-9', sentByGuest: false })])
    expect((await mirror.messages.get('m'))?.operationId).toBe('op-9')
  })
})

describe('previews of the chat list', () => {
  it('show the newest message, whatever order they came in', async () => {
    const { mirror, put } = await openMirror()
    await put(makeChatRow('c'), LOG)
    await putMessages(mirror, [makeMessageRow('c', 'late', 2_000), makeMessageRow('c', 'early', 1_000)])
    await putMessages(mirror, [makeMessageRow('c', 'older', 500)])
    expect((await mirror.chats.get('c'))?.preview?.messageId).toBe('late')
    await put(makeChatRow('c', { displayName: 'renamed' }), LOG)
    expect((await mirror.chats.get('c'))?.preview?.messageId).toBe('late')
  })

  it.each([
    [{ sentByGuest: true }, { author: { kind: 'guest' }, attachment: null }],
    [{ sentByGuest: false }, { author: { kind: 'bot' } }],
    [{ sentByGuest: false, type: 'event' }, { author: { kind: 'nobody' } }],
    [
      { sentByGuest: false, user: { id: 'u', name: 'Maria' } },
      { author: { kind: 'staff', id: 'u', name: 'Maria' } },
    ],
    [{ text: ' ', attachments: [{ contentType: 'image/png' }] }, { attachment: 'Photo' }],
    [
      { text: '', attachments: [{ contentType: 'application/pdf', name: 'bill.pdf' }] },
      { attachment: 'bill.pdf' },
    ],
    [{ text: '', attachments: [{ contentType: 'application/pdf' }] }, { attachment: 'PDF' }],
    [
      { text: '', attachments: [{ contentType: 'x/card', content: { title: 'Spa' } }] },
      { attachment: 'Spa' },
    ],
    [{ text: '', attachments: [] }, { attachment: null }],
  ])('of %j', async (fields, preview) => {
    const { mirror, put } = await openMirror()
    await put(makeChatRow('c'), LOG)
    await putMessages(mirror, [makeMessageRow('c', 'm', 0, fields)])
    expect((await mirror.chats.get('c'))?.preview).toMatchObject(preview)
  })
})

describe('threads and fetch requests', () => {
  it('reads the newest of a chat and of no other', async () => {
    const { mirror } = await openMirror()
    await putMessages(mirror, [
      ...[0, 1, 2, 3, 4].map((n) => makeMessageRow('c', `c${n}`, n * 1_000)),
      makeMessageRow('c2', 'x', 2_500),
      makeMessageRow('b', 'y', 2_500),
    ])
    const read = async (from: number, limit: number) =>
      (await readNewestMessages(mirror, 'c', at(from), limit)).map((row) => row.id)
    expect(await read(0, 3)).toEqual(['c2', 'c3', 'c4'])
    expect(await read(3_000, 3)).toEqual(['c3', 'c4'])
    expect(await read(9_000, 3)).toEqual([])
  })

  it('removing a chat removes all of it and nothing else', async () => {
    const { mirror, put } = await openMirror()
    await put(makeChatRow('c'), LOG)
    await put(makeChatRow('cc'), LOG)
    await putMessages(mirror, [makeMessageRow('c', 'm', 0), makeMessageRow('cc', 'n', 0)])
    await mirror.files.bulkPut(
      ['c', 'cc'].map((chatId) => ({
        url: chatId,
        chatId,
        contentType: 'x',
        bytes: new ArrayBuffer(1),
        usedAt: 1,
      })),
    )
    await removeChat(mirror, 'c')
    expect(await mirror.chats.toCollection().primaryKeys()).toEqual(['cc'])
    expect(await mirror.messages.toCollection().primaryKeys()).toEqual(['n'])
    expect(await mirror.files.toCollection().primaryKeys()).toEqual(['cc'])
  })

  it('asking twice is asking once, and forgets why it failed', async () => {
    const { mirror } = await openMirror()
    await putFetchRequest(mirror, { kind: 'older', chatId: 'c' }, 1)
    await mirror.fetchRequests.update('older:c', { problem: 'unreachable', failures: 3, nextAt: 9 })
    await putFetchRequest(mirror, { kind: 'older', chatId: 'c' }, 2)
    expect(await readFetchRequests(mirror)).toEqual([
      {
        key: 'older:c',
        request: { kind: 'older', chatId: 'c' },
        askedAt: 2,
        problem: null,
        failures: 0,
        nextAt: 0,
      },
    ])
  })
})
