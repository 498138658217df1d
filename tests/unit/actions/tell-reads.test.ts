import { expect, it } from 'vitest'
import { createReadTeller } from '#src/actions/tell-reads.ts'

/** What was sent, in order, and how each is answered: by the test's hand, or at once by `answers`. */
function makeTeller(answers: boolean[] | null = null) {
  const sent: string[] = []
  const open: ((isSettled: boolean) => void)[] = []
  const teller = createReadTeller(({ chatId, rev }) => {
    sent.push(`${chatId} ${rev}`)
    if (answers) return Promise.resolve(answers.shift() ?? true)
    return new Promise((resolve) => open.push(resolve))
  })
  return { ...teller, sent, open }
}

it('tells each revision of a chat once, and no older one', async () => {
  const { note, flush, sent } = makeTeller([])
  for (const rev of [5, 5, 4, 6]) {
    note({ chatId: 'chat-1', rev })
    await flush()
  }
  await flush()
  expect(sent).toEqual(['chat-1 5', 'chat-1 6'])
})

it('makes one call at a time, and tells what was noted meanwhile after it', async () => {
  const { note, flush, sent, open } = makeTeller()
  note({ chatId: 'chat-1', rev: 5 })
  const first = flush()
  note({ chatId: 'chat-2', rev: 6 })
  note({ chatId: 'chat-1', rev: 7 })
  await flush()
  expect(sent).toEqual(['chat-1 5'])
  for (const told of ['chat-2 6', 'chat-1 7']) {
    open.shift()?.(true)
    await expect.poll(() => sent.at(-1)).toBe(told)
  }
  open.shift()?.(true)
  await first
  expect(sent).toHaveLength(3)
})

it('ends with the first failure, and begins again when it is asked to, as the chat was read last', async () => {
  const { note, flush, sent } = makeTeller([false, true, false, true])
  note({ chatId: 'chat-1', rev: 5 })
  note({ chatId: 'chat-2', rev: 6 })
  await flush()
  expect(sent).toEqual(['chat-1 5'])
  note({ chatId: 'chat-1', rev: 5 })
  await flush()
  expect(sent).toEqual(['chat-1 5', 'chat-2 6', 'chat-1 5'])
  note({ chatId: 'chat-1', rev: 8 })
  await flush()
  await flush()
  expect(sent.slice(3)).toEqual(['chat-1 8'])
})
