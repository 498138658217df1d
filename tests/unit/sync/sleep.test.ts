import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HEARTBEAT_MS, HEARTBEAT_SILENCE_MS } from '#src/contract/limits.ts'
import { createConnectionStore } from '#src/lib/connection.ts'
import { createLine } from '#src/sync/line.ts'
import { openSocket, type Socket } from '#src/sync/socket.ts'
import { readNewestWire, Wire } from '#tests/support/wire.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HEARTBEAT = { type: 'heartbeat' }

let socket: Socket
let wakes = 0
/** What the pill says. */
let readPill: () => string

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Wire)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  Wire.all = []
  wakes = 0
  const connection = createConnectionStore(0)
  const line = createLine(connection, Date.now)
  line.note('answered')
  readPill = () => connection.get().kind
  socket = openSocket('http://hotel.example', 'token', {
    onOpen: () => line.noteSocket(true),
    onClose: () => line.noteSocket(false),
    onFrame: () => undefined,
    onSessionEnded: () => undefined,
    onWake: () => (wakes += 1),
  })
})
afterEach(() => {
  socket.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** The lid is closed: the clock goes on, timers and lines stand still. */
const sleep = (ms: number) => void vi.setSystemTime(Date.now() + ms)

/** As a browser tells it: several events at once. */
async function comeBack(): Promise<void> {
  for (let event = 0; event < 4; event += 1) {
    socket.reconnectNow()
    await pass(1)
  }
}

async function openLive(...frames: object[]): Promise<Wire> {
  await pass(0)
  const wire = readNewestWire()
  wire.open()
  for (const frame of frames) wire.hear(frame)
  await pass(10 * SECOND)
  return wire
}

describe('a connection that stood open over a closed lid (I3, DESIGN section 5)', () => {
  it('is replaced once by whoever comes back, and nothing is live before the new one stands', async () => {
    const before = await openLive(HEARTBEAT)
    expect(readPill()).toBe('live')
    sleep(10 * MINUTE)
    await comeBack()
    expect(Wire.all).toHaveLength(2)
    expect(readPill()).toBe('connecting')
    expect(before.readyState).toBe(3)
    await pass(5 * SECOND)
    expect(Wire.all).toHaveLength(2)
    expect(readPill()).toBe('connecting')
    readNewestWire().open()
    expect(readPill()).toBe('live')
  })

  it.each([
    ['where heartbeats come', [HEARTBEAT], HEARTBEAT_SILENCE_MS],
    ['where none come', [], 10 * MINUTE],
  ])('is noticed without anybody coming back, %s, and that is a return', async (_, frames, sleptMs) => {
    await openLive(...frames)
    sleep(sleptMs)
    await pass(6 * SECOND)
    expect([Wire.all.length, readPill(), wakes]).toEqual([2, 'connecting', 1])
    await comeBack()
    await pass(5 * SECOND)
    expect([Wire.all.length, wakes]).toEqual([2, 1])
  })

  it('stays where a heartbeat came over it since', async () => {
    const wire = await openLive(HEARTBEAT)
    sleep(10 * MINUTE)
    wire.hear(HEARTBEAT)
    await comeBack()
    expect([Wire.all.length, readPill()]).toEqual([1, 'live'])
  })

  it('stays after a nap that heartbeats can take, or a look at another tab', async () => {
    await openLive(HEARTBEAT)
    sleep(HEARTBEAT_MS)
    await comeBack()
    expect([Wire.all.length, readPill(), wakes]).toEqual([1, 'live', 0])
  })

  it('an attempt that was under way is made anew, and the one after it is left to itself', async () => {
    await openLive(HEARTBEAT)
    sleep(10 * MINUTE)
    await comeBack()
    sleep(10 * MINUTE)
    await comeBack()
    expect(Wire.all).toHaveLength(3)
  })

  it('a page in the background, whose timers come once a minute, is not asleep', async () => {
    await openLive()
    for (let minute = 0; minute < 5; minute += 1) {
      sleep(55 * SECOND)
      await pass(5 * SECOND)
    }
    expect([Wire.all.length, wakes]).toEqual([1, 0])
  })

  it('a clock that is set back is no sleep, and does not hide the next one', async () => {
    await openLive(HEARTBEAT)
    sleep(-60 * MINUTE)
    await pass(5 * SECOND)
    expect(Wire.all).toHaveLength(1)
    sleep(2 * MINUTE)
    await comeBack()
    expect(Wire.all).toHaveLength(2)
  })
})
