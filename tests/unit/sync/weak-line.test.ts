import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { openChat } from '#src/actions/open-chat.ts'
import { sendMessage } from '#src/actions/send-message.ts'
import { readSyncedAt } from '#src/db/mirror/meta.ts'
import { readThreadRow } from '#src/db/mirror/threads.ts'
import { openDeskAt } from '#tests/support/desk.ts'
import { openGuest, type Guest } from '#tests/support/guest.ts'
import { waitForQuiet } from '#tests/support/quiet.ts'
import { runDesk, type RunningDesk } from '#tests/support/running-desk.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { createFates, startWeakLine, type WeakLine } from '#tests/support/weak-line.ts'

/** A third of the connections break, and none stalls: that would be waited out for 20 s each time. */
const CUT_OFTEN = { bitsPerSecond: 400_000, delayMs: 100, faultyShare: 0.35, seed: 394 }
const PATIENCE_MS = 25_000

let server: TestServer
let line: WeakLine
let guest: Guest
let running: RunningDesk

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
  line = await startWeakLine(Number(new URL(server.url).port))
})
afterAll(async () => {
  await line.stop()
  await server.stop()
})
beforeEach(async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  line.weaken(null)
  guest = await openGuest(server.url)
  await guest.say('hello')
})
afterEach(() => running.stop())

describe('a weak line', () => {
  it('what is written arrives by itself, once and in order, over a line that keeps breaking', async () => {
    const faults = Array.from({ length: 12 }, createFates(CUT_OFTEN)).map(({ end }) => end)
    expect(faults.filter((end) => end === 'cut').length).toBeGreaterThanOrEqual(3)
    expect(faults).not.toContain('stalled')
    const desk = await openDeskAt({ url: line.origin }, 'agent')
    line.weaken(CUT_OFTEN)
    running = runDesk(desk)
    await waitFor(
      'the first reading',
      async () => (await readSyncedAt(desk.workspace.mirror)) !== null,
      PATIENCE_MS,
    )
    const texts = ['one', 'two', 'three', 'four']
    await sendMessage(desk.workspace, guest.chatId, 'one', Date.now(), 'bot')
    for (const text of texts.slice(1)) await sendMessage(desk.workspace, guest.chatId, text, Date.now())
    await guest.waitForStaffTexts(texts, PATIENCE_MS)
    await waitFor('the outbox to be empty', async () => (await desk.operations()).length === 0, PATIENCE_MS)
    expect(await guest.readStaffTexts()).toEqual(texts)
    expect(line.fates.some(({ end }) => end === 'cut')).toBe(true)
  })

  it('list first, then the thread that is opened, then the rest: neither waits for the pull', async () => {
    const desk = await openDeskAt({ url: line.origin }, 'agent')
    const { mirror } = desk.workspace
    desk.line.decide(({ path }) => (path.startsWith('/api/sync') ? 'hang' : 'pass'))
    running = runDesk(desk)
    await waitFor('the list', async () => (await mirror.chats.get(guest.chatId)) !== undefined)
    await openChat(desk.workspace, 'long', Date.now())
    await waitFor('the thread', async () => (await readThreadRow(mirror, 'long')).historyFrom !== null)
    expect(await readSyncedAt(mirror)).toBeNull()
    desk.line.clear()
    desk.line.release()
    await waitFor('the rest', async () => (await readSyncedAt(mirror)) !== null)
  })

  it.each([
    ['good', true, 2],
    ['weak', false, 1],
  ])(
    'what rarely changes: a %s line that went and came back (isGoodLine: %s) has read it %i times',
    async (_, isGood, readings) => {
      const desk = await openDeskAt({ url: line.origin }, 'agent')
      const countReadings = () =>
        desk.line.calls.filter(({ path }) => path === '/api/info/typical-answers').length
      running = runDesk(desk, { isGoodLine: () => isGood })
      const { connection, comeBack } = running
      await waitFor('the line to be live', () => connection.get().kind === 'live')
      await waitFor('the first reading', () => countReadings() === 1)
      await waitForQuiet({ seen: desk.line.calls })
      desk.line.decide(() => 'drop')
      comeBack()
      await waitFor('the line to be seen as down', () => connection.get().kind === 'offline')
      desk.line.clear()
      comeBack()
      await waitFor('the line to be live again', () => connection.get().kind === 'live')
      await waitForQuiet({ seen: desk.line.calls })
      expect(countReadings()).toBe(readings)
    },
  )
})
