import { describe, expect, it } from 'vitest'
import type { SyncPage } from '#src/contract/sync-page.ts'
import { fetchPagesAhead } from '#src/sync/pages-ahead.ts'
import { makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'

const NOTHING_REMOVED = { chats: [], messages: [] }

function makePage(cursor: string, fields: Partial<SyncPage> = {}): SyncPage {
  return { cursor, more: true, reset: false, chats: [], messages: [], removed: NOTHING_REMOVED, ...fields }
}

/** Pages by the cursor that they follow, each of which comes when the test says so. */
function openLine(pages: Record<string, SyncPage>) {
  const waiting = new Map<string, { resolve(page: SyncPage): void; reject(error: Error): void }>()
  const asked: string[] = []
  return {
    asked,
    fetch(cursor: string) {
      asked.push(cursor)
      return new Promise<SyncPage>((resolve, reject) => waiting.set(cursor, { resolve, reject }))
    },
    async come(...cursors: string[]) {
      for (const cursor of cursors) {
        const page = pages[cursor]
        if (page) waiting.get(cursor)?.resolve(page)
        else waiting.get(cursor)?.reject(new Error(`no page follows ${cursor}`))
        await new Promise((resolve) => setTimeout(resolve, 0))
      }
    },
  }
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => makeMessageRow('c', `m${index}`, index))

describe('pages that are fetched while one is stored', () => {
  it('are one, with the last cursor, where several have come; the next is on its way', async () => {
    const line = openLine({
      '0': makePage('1', { messages: [makeMessageRow('c', 'a', 1)] }),
      '1': makePage('2', { messages: [makeMessageRow('c', 'b', 2)] }),
      '2': makePage('3', { more: false, messages: [makeMessageRow('c', 'c', 3)] }),
    })
    const ahead = fetchPagesAhead(line.fetch, '0')
    await line.come('0', '1')
    const page = await ahead.take()
    expect(page.messages.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(page.cursor).toBe('2')
    expect(page.more).toBe(true)
    expect(ahead.follows()).toBe('2')
    expect(line.asked).toEqual(['0', '1', '2'])
    const last = ahead.take()
    await line.come('2')
    expect((await last).more).toBe(false)
    expect(line.asked).toEqual(['0', '1', '2'])
  })

  it('wait for the first one alone', async () => {
    const line = openLine({ '0': makePage('1'), '1': makePage('2') })
    const ahead = fetchPagesAhead(line.fetch, '0')
    const taken = ahead.take()
    await line.come('0')
    expect((await taken).cursor).toBe('1')
  })

  it('have each row once: the later one, and of a chat never one of a lower rev', async () => {
    const line = openLine({
      '0': makePage('1', {
        chats: [makeChatRow('c', { rev: 1 }), makeChatRow('d', { rev: 9 })],
        messages: [makeMessageRow('c', 'a', 1)],
      }),
      '1': makePage('2', {
        chats: [makeChatRow('c', { rev: 2 }), makeChatRow('d', { rev: 8 })],
        messages: [makeMessageRow('c', 'a', 1, { text: 'corrected' })],
      }),
    })
    const ahead = fetchPagesAhead(line.fetch, '0')
    await line.come('0', '1')
    const page = await ahead.take()
    expect(page.chats.map(({ id, rev }) => [id, rev])).toEqual([
      ['c', 2],
      ['d', 9],
    ])
    expect(page.messages.map(({ text }) => text)).toEqual(['corrected'])
  })

  it.each([
    ['chats', { chats: ['c'], messages: [] }],
    ['messages', { chats: [], messages: ['a'] }],
  ])('are not joined to one that removes %s: the next may name them again', async (_, removed) => {
    const line = openLine({
      '0': makePage('1', { messages: [makeMessageRow('c', 'a', 1)] }),
      '1': makePage('2', { removed }),
      '2': makePage('3', { chats: [makeChatRow('c')], messages: [makeMessageRow('c', 'a', 1)] }),
    })
    const ahead = fetchPagesAhead(line.fetch, '0')
    await line.come('0', '1', '2')
    const first = await ahead.take()
    expect(first.removed).toEqual(removed)
    expect(first.messages).toHaveLength(1)
    await line.come('2')
    const next = await ahead.take()
    expect(next.chats).toHaveLength(1)
    expect(next.removed).toEqual(NOTHING_REMOVED)
  })

  it('end before a reset, which is one by itself', async () => {
    const line = openLine({
      '0': makePage('1', { chats: [makeChatRow('c')] }),
      '1': makePage('r', { reset: true, chats: [makeChatRow('d')] }),
    })
    const ahead = fetchPagesAhead(line.fetch, '0')
    await line.come('0', '1')
    const first = await ahead.take()
    expect([first.reset, first.cursor, first.chats.map(({ id }) => id)]).toEqual([false, '1', ['c']])
    const reset = await ahead.take()
    expect([reset.reset, reset.cursor, reset.chats.map(({ id }) => id)]).toEqual([true, 'r', ['d']])
    expect(line.asked).toEqual(['0', '1'])
  })

  it('are 600 rows at most, and no more are fetched before those are taken', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [
        String(index),
        makePage(String(index + 1), { messages: many(200) }),
      ]),
    )
    const line = openLine(pages)
    const ahead = fetchPagesAhead(line.fetch, '0')
    await line.come('0', '1', '2', '3', '4')
    expect(line.asked).toEqual(['0', '1', '2'])
    expect((await ahead.take()).cursor).toBe('3')
    expect(line.asked).toEqual(['0', '1', '2', '3'])
  })

  it('bring what came before a failure, and then the failure', async () => {
    const line = openLine({ '0': makePage('1', { chats: [makeChatRow('c')] }) })
    const ahead = fetchPagesAhead(line.fetch, '0')
    await line.come('0', '1')
    expect((await ahead.take()).chats).toHaveLength(1)
    await expect(ahead.take()).rejects.toThrow('no page follows 1')
  })

  it('are fetched no more once nobody will take them', async () => {
    const line = openLine({ '0': makePage('1'), '1': makePage('2') })
    const ahead = fetchPagesAhead(line.fetch, '0')
    ahead.stop()
    await line.come('0', '1')
    expect(line.asked).toEqual(['0'])
  })
})
