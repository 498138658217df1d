import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Chat, Message } from '#src/contract/chats.ts'
import type { SyncPage } from '#src/contract/sync-page.ts'
import { applyPage } from '#src/sync/apply-page.ts'
import { fetchPagesAhead } from '#src/sync/pages-ahead.ts'
import { openDesk } from '#tests/support/desk.ts'
import { answerJson } from '#tests/support/fault-fetch.ts'
import { makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'

type Change =
  | { kind: 'message'; chat: number }
  | { kind: 'delivery'; nth: number }
  | { kind: 'remove-message'; nth: number }
  | { kind: 'remove-chat'; chat: number }

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('message' as const), chat: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delivery' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove-message' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove-chat' as const), chat: fc.nat(2) }) },
)

/** A hotel as its log has it, and the pages of that log: a page gives its rows as they are when it is read. */
class Log {
  readonly chats = new Map<string, Chat>()
  readonly messages = new Map<string, Message>()
  readonly #entries: { chatId: string; messageId: string | null }[] = []
  #rev = 0

  make(given: Change): void {
    this.#rev += 1
    if (given.kind === 'message') {
      const chatId = `c${given.chat}`
      const id = `m${this.#rev}`
      this.messages.set(id, makeMessageRow(chatId, id, this.#rev))
      this.#note(chatId, id)
    } else if (given.kind === 'remove-chat') {
      const chatId = `c${given.chat}`
      if (!this.chats.delete(chatId)) return
      for (const [id, message] of this.messages) if (message.chatId === chatId) this.messages.delete(id)
      this.#entries.push({ chatId, messageId: null })
    } else {
      const message = [...this.messages.values()][given.nth]
      if (!message) return
      if (given.kind === 'remove-message') this.messages.delete(message.id)
      else
        this.messages.set(message.id, { ...message, delivery: { status: 'failed', at: message.createdAt } })
      this.#note(message.chatId, message.id)
    }
  }

  /** The page that follows an entry. */
  read(cursor: string, most: number): SyncPage {
    const from = Number(cursor)
    const entries = this.#entries.slice(from, from + most)
    const chatIds = [...new Set(entries.map(({ chatId }) => chatId))]
    const messageIds = [...new Set(entries.flatMap(({ messageId }) => messageId ?? []))]
    return {
      cursor: String(from + entries.length),
      more: from + entries.length < this.#entries.length,
      reset: false,
      chats: chatIds.flatMap((id) => this.chats.get(id) ?? []),
      messages: messageIds.flatMap((id) => this.messages.get(id) ?? []),
      removed: {
        chats: chatIds.filter((id) => !this.chats.has(id)),
        messages: messageIds.filter((id) => !this.messages.has(id)),
      },
    }
  }

  #note(chatId: string, messageId: string): void {
    const messagesCount = [...this.messages.values()].filter((message) => message.chatId === chatId).length
    this.chats.set(chatId, makeChatRow(chatId, { rev: this.#rev, messagesCount }))
    this.#entries.push({ chatId, messageId })
  }
}

/** Takes in what a log has after the first entries, and gives what a device then has. `isWaiting`: pages come before they are taken. */
async function takeIn(log: Log, known: string, most: number, isWaiting: boolean) {
  const desk = await openDesk(() => Promise.resolve(answerJson(500, {})))
  const { workspace } = desk
  const { mirror } = workspace
  const first = log.read('0', Number(known))
  if (known !== '0') await applyPage(workspace, { ...first, cursor: known }, null, 1)
  const ahead = fetchPagesAhead((cursor) => Promise.resolve(log.read(cursor, most)), known)
  let taken = 0
  for (let follows: string | null = known === '0' ? null : known; ;) {
    if (isWaiting) await new Promise((resolve) => setTimeout(resolve, 0))
    const page = isWaiting ? await ahead.take() : log.read(follows ?? '0', most)
    taken += 1
    expect(await applyPage(workspace, page, follows, 2)).toBe(true)
    follows = page.cursor
    if (!page.more) break
  }
  const [chats, messages, threads] = await Promise.all([
    mirror.chats.toArray(),
    mirror.messages.toArray(),
    mirror.threads.toArray(),
  ])
  return { taken, chats, messages, threads }
}

/** What is before a thread's beginning is not drawn: it is read with what is between them (I10). */
function listDrawn({ messages, threads }: Awaited<ReturnType<typeof takeIn>>) {
  const begins = new Map(threads.map(({ chatId, historyFrom }) => [chatId, historyFrom]))
  return messages.filter(({ chatId, createdAt }) => createdAt >= (begins.get(chatId) ?? '~'))
}

it('a device draws the same whether pages are stored one by one or joined, and never says of a part that it is the whole', async () => {
  const seen = { joined: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 14 }),
      fc.array(change, { minLength: 2, maxLength: 24 }),
      fc.integer({ min: 1, max: 4 }),
      async (before, after, most) => {
        const log = new Log()
        for (const given of before) log.make(given)
        const known = log.read('0', Infinity).cursor
        for (const given of after) log.make(given)
        if (log.read(known, Infinity).cursor === known) return
        const one = await takeIn(log, known, most, false)
        const joined = await takeIn(log, known, most, true)
        seen.joined += joined.taken < one.taken ? 1 : 0
        expect(listDrawn(joined)).toEqual(listDrawn(one))
        expect(joined.chats).toEqual(one.chats)
        const begins = ({ threads }: typeof one) =>
          threads.map(({ chatId, historyFrom }) => [chatId, historyFrom])
        expect(begins(joined)).toEqual(begins(one))
        for (const { chatId, isComplete } of joined.threads) {
          if (!isComplete) continue
          const there = joined.messages.filter((row) => row.chatId === chatId)
          expect(there.length).toBeGreaterThanOrEqual(log.chats.get(chatId)?.messagesCount ?? 0)
        }
      },
    ),
    { numRuns: 60, seed: 5 },
  )
  expect(seen.joined).toBeGreaterThan(20)
})
