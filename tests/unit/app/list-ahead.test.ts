import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { createListAhead, type ListAhead } from '#src/app/list-ahead.ts'
import type { Chat, Message } from '#src/contract/chats.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { storeListedAt } from '#src/db/mirror/meta.ts'
import { describeThreadQuery, THREADS_AHEAD } from '#src/db/thread-ahead.ts'
import { NEWEST_WINDOW } from '#src/db/thread.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { makeChatRow, makeMessageRow } from '#tests/support/local-rows.ts'
import { openDevice } from '#tests/support/local.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const NEVER = new Promise<never>(() => undefined)

let workspace: Workspace
let history: RouterHistory
beforeEach(async () => {
  workspace = (await openDevice()).workspace
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  performance.clearMarks()
  vi.restoreAllMocks()
})

/** A list that a sign-in has asked for; it is stored when the test says so. */
function ask(
  chats: Promise<Chat[]>,
  fetchColumns: () => Promise<unknown> = () => Promise.resolve(),
  messages: Promise<Message[]> | null = null,
) {
  const words =
    messages === null ? Promise.resolve(null) : messages.then((found) => ({ messages: found, isWhole: true }))
  return createListAhead('token', { readAt: 1, chats, words }, history, fetchColumns)
}

function openAt(address: string, isDesktop = true): void {
  history = createMemoryHistory({ initialEntries: [address] })
  const { pathname, search } = new URL(address, 'http://localhost')
  const matchMedia = (media: string) => ({ matches: media.includes('min-width') === isDesktop })
  vi.stubGlobal('window', { location: { pathname, search }, matchMedia })
}

const make = (...ids: string[]) => ids.map((id) => makeChatRow(id))

/** Their newest is the last of them. */
async function store(...ids: string[]): Promise<Chat[]> {
  const chats = make(...ids)
  await putChats(workspace.mirror, chats, { readAt: 1, snapshot: '' })
  return chats
}

/** Somebody has been here before, and signed out again. */
async function comeBack(): Promise<void> {
  const { options } = await openDevice()
  workspace = (await openDevice({ options })).workspace
  expect(workspace.outbox.wasMade).toBe(false)
}

const threadOf = (chatId: string) => {
  const { key, read } = describeThreadQuery(workspace, chatId, NEWEST_WINDOW)
  return THREADS_AHEAD.take(workspace, key, read)
}

/** Nothing is given up from here on: what comes has been waited for. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

/** More than it ever waits for. */
const LATER_MS = 500

describe('what the first drawing after a sign-in on an empty device waits for', () => {
  it('the answered rows and the newest chat’s words, and opens that chat; nothing is stored before they are drawn', async () => {
    openAt('/messenger?chatFilter=all&chatType=all')
    const columns = vi.fn(() => Promise.resolve())
    const words = [makeMessageRow('b', 'm1', 0), makeMessageRow('b', 'm2', 1)]
    const ahead = ask(Promise.resolve(make('b', 'a')), columns, Promise.resolve(words))
    let mayStore = false
    void ahead.mayStore.then(() => (mayStore = true))
    await ahead.waitUntilDrawable(workspace)
    expect(history.location.href).toBe('/messenger/b?chatFilter=all&chatType=all')
    expect(history.length).toBe(1)
    expect(columns).toHaveBeenCalled()
    expect(
      threadOf('b')
        ?.getValue?.()
        .value.thread.entries.map(({ key }) => key),
    ).toEqual(['m1', 'm2'])
    expect([await workspace.mirror.chats.count(), mayStore]).toEqual([0, false])
    // Nobody draws it here: it is not waited for without end.
    await ahead.mayStore
  })

  it('a screen that does draw it is what storing waits for', async () => {
    stopTime()
    openAt('/messenger')
    const ahead = ask(Promise.resolve(make('a')), undefined, Promise.resolve([makeMessageRow('a', 'm1', 0)]))
    await ahead.waitUntilDrawable(workspace)
    performance.mark('bellhop:rows-live')
    performance.mark('bellhop:thread-visible')
    await ahead.mayStore
  })

  it.each([
    ['this tab says so', async (ahead: ListAhead) => ahead.noteStored()],
    ['another tab has stored a list', () => storeListedAt(workspace.mirror, 1)],
  ])('what follows the databases rests until %s', async (_, storeList) => {
    openAt('/messenger')
    const ahead = ask(Promise.resolve(make('a')))
    await ahead.waitUntilDrawable(workspace)
    await ahead.mayStore
    const stored = workspace.storedBehind?.then(() => 'stored')
    expect(await Promise.race([stored, setTimeout(50, 'not yet')])).toBe('not yet')
    await storeList(ahead)
    expect(await Promise.race([stored, setTimeout(LATER_MS, 'not yet')])).toBe('stored')
    expect(workspace.storedBehind).toBeUndefined()
  })

  it('its rows alone on a phone, which opens none by itself', async () => {
    openAt('/messenger', false)
    const columns = vi.fn(() => Promise.resolve())
    await ask(Promise.resolve(make('a')), columns).waitUntilDrawable(workspace)
    expect(history.location.href).toBe('/messenger')
    expect(columns).not.toHaveBeenCalled()
  })

  it('its rows, and leaves alone an address that names a chat: its words are fetched once all is stored', async () => {
    stopTime()
    openAt('/messenger/b')
    const ahead = ask(Promise.resolve(make('c', 'a', 'b')))
    await ahead.waitUntilDrawable(workspace)
    expect(history.location.href).toBe('/messenger/b')
    performance.mark('bellhop:rows-live')
    await ahead.mayStore
  })

  it('not a list by age, which is read when it is drawn: it is stored at once', async () => {
    stopTime()
    openAt('/messenger?chatFilter=idle')
    const ahead = ask(Promise.resolve(make('a')))
    await ahead.waitUntilDrawable(workspace)
    await ahead.mayStore
    expect(history.location.href).toBe('/messenger?chatFilter=idle')
  })

  it('nothing where the address shows no list, and stores at once', async () => {
    openAt('/config/users')
    const ahead = ask(NEVER)
    await ahead.waitUntilDrawable(workspace)
    await ahead.mayStore
    expect(history.location.href).toBe('/config/users')
  })

  it('not for words that take longer: they come to their chat', async () => {
    openAt('/messenger')
    let bring: (words: Message[]) => void = () => undefined
    const words = new Promise<Message[]>((resolve) => (bring = resolve))
    await ask(Promise.resolve(make('a')), undefined, words).waitUntilDrawable(workspace)
    expect(history.location.pathname).toBe('/messenger/a')
    expect(threadOf('a')?.hasValue()).toBe(false)
    bring([makeMessageRow('a', 'm1', 0)])
    await waitFor('its words', () => threadOf('a')?.hasValue() === true)
  })

  it('is read from the databases in the end, also where nobody stores it', async () => {
    openAt('/messenger')
    const ahead = ask(Promise.resolve(make('a')))
    await ahead.waitUntilDrawable(workspace)
    expect(threadOf('a')?.hasValue()).toBe(false)
    await waitFor('a reading', () => threadOf('a')?.hasValue() === true)
    expect(threadOf('a')?.getValue?.().value.thread.chat).toBeNull()
  })

  it.each([
    ['a list that comes over a long way', () => ask(NEVER)],
    ['a list that can’t come', () => ask(Promise.reject(new Error('no line')))],
    ['columns that do not arrive', () => ask(Promise.resolve(make('a')), () => NEVER)],
    ['a list of nobody', () => ask(Promise.resolve([]))],
  ])('no longer for %s', async (_, prepare) => {
    openAt('/messenger')
    const ahead = prepare()
    await ahead.waitUntilDrawable(workspace)
    expect(history.location.href).toBe('/messenger')
    await ahead.mayStore
  })
})

describe('what the first drawing waits for where somebody has been before, whose work may wait here', () => {
  beforeEach(comeBack)

  it('what is stored, at once, and read with it', async () => {
    openAt('/messenger')
    const ahead = ask(Promise.resolve(make('a')))
    const drawn = ahead.waitUntilDrawable(workspace)
    await ahead.mayStore
    await store('a')
    ahead.noteStored()
    await drawn
    expect(history.location.pathname).toBe('/messenger/a')
    expect(threadOf('a')?.hasValue()).toBe(true)
  })

  it('opens nothing any more once the console is drawn without it', async () => {
    openAt('/messenger')
    const ahead = ask(Promise.resolve(await store('a')))
    await ahead.waitUntilDrawable(workspace)
    ahead.noteStored()
    await setTimeout(LATER_MS)
    expect(history.location.href).toBe('/messenger')
  })
})
