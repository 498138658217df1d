import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReadCalls, type ReadCalls } from '#src/actions/session-reads.ts'
import { PUSH_EXTRAS, type Capabilities } from '#src/contract/capabilities.ts'
import { endSession } from '#src/db/session/sessions.ts'
import { openDeskAt, type Desk } from '#tests/support/desk.ts'
import { ALL_CAPABILITIES } from '#tests/support/local.ts'
import { startPushHotel, type PushHotel } from '#tests/support/push-hotel.ts'

let hotel: PushHotel
let desk: Desk
let calls: ReadCalls
let capabilities: Capabilities
let isLive: boolean
let leaving: AbortController
beforeAll(async () => {
  hotel = await startPushHotel()
  await hotel.requestHelp('asking')
})
afterAll(() => hotel.stop())
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  desk = await openDeskAt(hotel.server, 'agent')
  capabilities = desk.context.capabilities()
  isLive = true
  leaving = new AbortController()
  calls = createReadCalls({
    sessionDb: desk.sessionDb,
    workspace: desk.workspace,
    fetch: desk.line.fetch,
    capabilities: () => capabilities,
    isLive: () => isLive,
    signal: leaving.signal,
  })
})

const read = { chatId: 'asking', rev: 1_000 }

it('are made only where the environment announced them, and on a line (CONTRACT section 2)', () => {
  expect(calls.canCall()).toBe(true)
  isLive = false
  expect(calls.canCall()).toBe(false)
  isLive = true
  // A row of an older build, an environment without pushes, and one that has other words.
  for (const push of [{ publicKey: 'key' }, null, { publicKey: 'key', extras: ['later'] }]) {
    capabilities = { ...ALL_CAPABILITIES, push }
    expect(calls.canCall()).toBe(false)
  }
  capabilities = { ...ALL_CAPABILITIES, push: { publicKey: 'key', extras: ['later', PUSH_EXTRAS.read] } }
  expect(calls.canCall()).toBe(true)
})

it('tell the environment what was read, and ask it what is over', async () => {
  expect((await calls.fetchNeeds())?.chatIds).toEqual(['asking'])
  expect(await calls.sendRead(read)).toBe(true)
  expect((await calls.fetchNeeds())?.chatIds).toEqual([])
})

describe('a read', () => {
  it('of a chat that is gone is settled', async () => {
    expect(await calls.sendRead({ chatId: 'none', rev: 1 })).toBe(true)
  })

  it.each(['drop', 'lose', 'html', 'error-500', 'busy', 'unauthorized'] as const)(
    'is said again after %s, and nobody is told of it',
    async (fault) => {
      desk.line.failNext(() => true, fault)
      expect(await calls.sendRead(read)).toBe(false)
      desk.line.failNext(() => true, fault)
      expect(await calls.fetchNeeds()).toBeNull()
    },
  )

  it('is not said once the session is over', async () => {
    await endSession(desk.sessionDb, hotel.server.url, 0)
    const before = desk.line.calls.length
    expect(await calls.sendRead(read)).toBe(false)
    expect(desk.line.calls).toHaveLength(before)
  })

  it('ends with the page, without a word', async () => {
    desk.line.failNext(() => true, 'hang')
    const sending = calls.sendRead(read)
    await expect.poll(() => desk.line.hanging()).toBe(1)
    leaving.abort()
    expect(await sending).toBe(false)
    expect(console.warn).not.toHaveBeenCalled()
  })
})
