import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Chat } from '#src/contract/chats.ts'
import { readNewestKnown, readSyncedAt } from '#src/db/mirror/meta.ts'
import { openDesk, type Desk } from '#tests/support/desk.ts'
import { answerJson } from '#tests/support/fault-fetch.ts'
import { makeChatRow } from '#tests/support/local-rows.ts'
import { ALL_CAPABILITIES } from '#tests/support/local.ts'
import { runDesk, type RunningDesk } from '#tests/support/running-desk.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const NEVER = new Promise<never>(() => undefined)

let sockets = 0
/** A realtime connection that never opens: that it was asked for is what counts. */
class CountedSocket extends EventTarget {
  readyState = 0
  binaryType = 'blob'
  constructor() {
    super()
    sockets += 1
  }
  close(): void {
    this.readyState = 3
  }
}

let running: RunningDesk | undefined
beforeEach(() => {
  sockets = 0
  vi.stubGlobal('WebSocket', CountedSocket)
  // The connection that is given up at the end says so.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(async () => {
  await running?.stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** An engine whose sign-in has asked for this list; `begun`: what it had begun beside it when that was stored. */
async function start(
  chats: Promise<Chat[]>,
): Promise<{ desk: Desk; begun: { sockets: number; pulls: number }[] }> {
  const desk = await openDesk(
    (input) => {
      const { pathname } = new URL(String(input))
      if (pathname !== '/api/sync')
        return Promise.resolve(answerJson(404, { message: 'No.', code: 'not_found' }))
      const page = { cursor: 'end', more: false, reset: false, chats: [makeChatRow('a')], messages: [] }
      return Promise.resolve(answerJson(200, page))
    },
    { capabilities: ALL_CAPABILITIES },
  )
  const begun: { sockets: number; pulls: number }[] = []
  const pulls = () => desk.line.calls.filter(({ path }) => path.startsWith('/api/sync')).length
  const noteStored = () => void begun.push({ sockets, pulls: pulls() })
  running = runDesk(desk, {
    asked: {
      list: { readAt: 1, chats, words: Promise.resolve(null) },
      mayStore: Promise.resolve(),
      noteStored,
    },
  })
  return { desk, begun }
}

describe('an engine whose sign-in has asked for the first list', () => {
  it('stores that alone, and then begins the rest', async () => {
    const { desk, begun } = await start(Promise.resolve([makeChatRow('a')]))
    await waitFor('the list to be stored', () => begun.length > 0)
    expect(begun[0]).toEqual({ sockets: 0, pulls: 0 })
    expect(await readNewestKnown(desk.workspace.mirror)).toBe(true)
    await waitFor('everything to be read', async () => (await readSyncedAt(desk.workspace.mirror)) !== null)
    expect(sockets).toBe(1)
    // What rarely changes comes with a line that is up: the list has shown that it is, before anybody else asked.
    await waitFor('what rarely changes to be asked for', () =>
      desk.line.calls.some(({ path }) => path.startsWith('/api/capabilities')),
    )
  })

  it('does not wait for one that hangs', async () => {
    const { desk } = await start(NEVER)
    await waitFor('everything to be read', async () => (await readSyncedAt(desk.workspace.mirror)) !== null)
    expect(sockets).toBe(1)
  })

  it('begins nothing more where the session ends meanwhile', async () => {
    await start(NEVER)
    await running?.stop()
    expect(sockets).toBe(0)
  })
})
