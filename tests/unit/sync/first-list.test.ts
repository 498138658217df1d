import Dexie from 'dexie'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#src/contract/chats.ts'
import { readAllMessages } from '#src/db/mirror/messages.ts'
import { fetchFirstList } from '#src/sync/first-list.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson } from '#tests/support/fault-fetch.ts'
import { makeChatRow, makeMessageRow, makeOperation } from '#tests/support/local-rows.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let desk: Desk
let watching: { unsubscribe(): void } | undefined
afterEach(() => watching?.unsubscribe())

/** What stands in an empty mirror after each of its changes. */
async function watchMirror(): Promise<{ chats: number; messages: number }[]> {
  // The guest card is all that is asked for: nothing is known of this guest.
  desk = await openDesk(() => Promise.resolve(answerJson(200, {})))
  const { mirror } = desk.workspace
  const seen: { chats: number; messages: number }[] = []
  watching = Dexie.liveQuery(() =>
    mirror.transaction('r', [mirror.chats, mirror.messages], async () => ({
      chats: await mirror.chats.count(),
      messages: await mirror.messages.count(),
    })),
  ).subscribe((counts) => void seen.push(counts))
  await waitFor('the empty mirror', () => seen.length === 1)
  return seen
}

const OURS = { text: 'At eight.', sentByGuest: false, user: { id: 'user-agent', name: 'Agent' } }
const WORDS = [makeMessageRow('a', 'm1', 1), makeMessageRow('a', 'm2', 2, OURS)]

const store = (messages: Promise<Message[]>, mayStore = Promise.resolve(), noteStored = () => undefined) =>
  fetchFirstList(desk.context, {
    list: {
      readAt: 1,
      chats: Promise.resolve([makeChatRow('a'), makeChatRow('b')]),
      words: messages.then((found) => ({ messages: found, isWhole: true })),
    },
    mayStore,
    noteStored,
  })

describe('the list that a sign-in has asked for', () => {
  it('is stored in one transaction with the words that have come by then', async () => {
    const seen = await watchMirror()
    await store(Promise.resolve(WORDS))
    await waitFor('rows', () => seen.some(({ chats }) => chats === 2))
    expect(seen.find(({ chats }) => chats > 0)).toEqual({ chats: 2, messages: 2 })
  })

  it('is stored when it is on the screen, or is not going to be', async () => {
    const seen = await watchMirror()
    let note: () => void = () => undefined
    const stored = store(Promise.resolve(WORDS), new Promise<void>((resolve) => (note = resolve)))
    await setTimeout(50)
    expect(seen).toEqual([{ chats: 0, messages: 0 }])
    note()
    await stored
    await waitFor('rows', () => seen.at(-1)?.chats === 2)
  })

  it('does not wait for its words, and who reads nothing until it is stored does not either', async () => {
    const seen = await watchMirror()
    let bring: (messages: Message[]) => void = () => undefined
    const noteStored = vi.fn(() => undefined)
    const words = new Promise<Message[]>((resolve) => (bring = resolve))
    const stored = store(words, Promise.resolve(), noteStored)
    await waitFor('rows', () => seen.some(({ chats }) => chats === 2))
    await waitFor('that they are stored to be said', () => noteStored.mock.calls.length === 1)
    expect(seen.at(-1)).toEqual({ chats: 2, messages: 0 })
    bring(WORDS)
    await stored
    await waitFor('words', () => seen.at(-1)?.messages === 2)
  })

  it('finds what was sent here among them, and keeps it once (O6)', async () => {
    await watchMirror()
    await desk.workspace.outbox.operations.put(
      makeOperation(
        { lane: 'a' },
        { kind: 'send', payload: { text: 'At eight.' } },
        { state: 'sent', claim: null, reason: null, sentAt: desk.clock.now() },
      ),
    )
    await store(Promise.resolve(WORDS))
    expect((await readAllMessages(desk.workspace.mirror, 'a')).map(({ id }) => id)).toEqual(['m1', 'm2'])
    expect(await desk.operations()).toEqual([])
  })
})
