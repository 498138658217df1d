import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { createListAhead } from '#src/app/list-ahead.ts'
import type { Chat } from '#src/contract/chats.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { describeThreadQuery, THREADS_AHEAD } from '#src/db/thread-ahead.ts'
import { NEWEST_WINDOW } from '#src/db/thread.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { makeChatRow } from '#tests/support/local-rows.ts'
import { openDevice } from '#tests/support/local.ts'

const NEVER = new Promise<never>(() => undefined)

let workspace: Workspace
let history: RouterHistory
beforeEach(async () => {
  workspace = (await openDevice()).workspace
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A list that a sign-in has asked for; it is stored when the test says so. */
function ask(chats: Promise<Chat[]>, fetchColumns: () => Promise<unknown> = () => Promise.resolve()) {
  return createListAhead('token', { readAt: 1, chats, messages: Promise.resolve([]) }, history, fetchColumns)
}

function openAt(address: string, isDesktop = true): void {
  history = createMemoryHistory({ initialEntries: [address] })
  const { pathname, search } = new URL(address, 'http://localhost')
  const matchMedia = (media: string) => ({ matches: media.includes('min-width') === isDesktop })
  vi.stubGlobal('window', { location: { pathname, search }, matchMedia })
}

async function store(...ids: string[]): Promise<Chat[]> {
  const chats = ids.map((id) => makeChatRow(id))
  await putChats(workspace.mirror, chats, { readAt: 1, snapshot: '' })
  return chats
}

/** More than it ever waits for. */
const LATER_MS = 500

describe('what the first drawing after a sign-in waits for', () => {
  it('its rows and the words of the newest chat, which it then opens', async () => {
    openAt('/messenger?chatFilter=all&chatType=all')
    const columns = vi.fn(() => Promise.resolve())
    const ahead = ask(Promise.resolve([]), columns)
    const drawn = ahead.waitUntilDrawable(workspace)
    await store('a', 'b')
    expect(columns).not.toHaveBeenCalled()
    ahead.noteStored()
    await drawn
    const [newest] = (await workspace.mirror.chats.orderBy('updatedAt').reverse().toArray()).map(
      ({ id }) => id,
    )
    expect(history.location.href).toBe(`/messenger/${newest}?chatFilter=all&chatType=all`)
    expect(history.length).toBe(1)
    expect(columns).toHaveBeenCalled()
    const { key, read } = describeThreadQuery(workspace, newest ?? '', NEWEST_WINDOW)
    expect(THREADS_AHEAD.take(workspace, key, read)?.hasValue()).toBe(true)
  })

  it('its rows alone on a phone, which opens none by itself', async () => {
    openAt('/messenger', false)
    const columns = vi.fn(() => Promise.resolve())
    const ahead = ask(Promise.resolve(await store('a')), columns)
    ahead.noteStored()
    await ahead.waitUntilDrawable(workspace)
    expect(history.location.href).toBe('/messenger')
    expect(columns).not.toHaveBeenCalled()
  })

  it('its rows, and leaves alone an address that names a chat', async () => {
    openAt('/messenger/b')
    const ahead = ask(Promise.resolve(await store('a', 'b', 'c')))
    ahead.noteStored()
    await ahead.waitUntilDrawable(workspace)
    expect(history.location.href).toBe('/messenger/b')
  })

  it('nothing where the address shows no list', async () => {
    openAt('/config/users')
    await ask(NEVER).waitUntilDrawable(workspace)
    expect(history.location.href).toBe('/config/users')
  })

  it('opens nothing any more once the console is drawn without it', async () => {
    openAt('/messenger')
    const ahead = ask(Promise.resolve(await store('a')))
    await ahead.waitUntilDrawable(workspace)
    ahead.noteStored()
    await setTimeout(LATER_MS)
    expect(history.location.href).toBe('/messenger')
  })

  it.each([
    ['a list that comes over a long way', () => ask(NEVER)],
    ['a list that can’t come', () => ask(Promise.reject(new Error('no line')))],
    ['words that take longer', () => ask(Promise.resolve([]))],
    [
      'columns that do not arrive',
      () => {
        const ahead = ask(Promise.resolve([]), () => NEVER)
        ahead.noteStored()
        return ahead
      },
    ],
  ])('no longer for %s', async (_, prepare) => {
    await store('a')
    openAt('/messenger')
    await prepare().waitUntilDrawable(workspace)
    expect(history.location.href).toBe('/messenger')
  })
})
