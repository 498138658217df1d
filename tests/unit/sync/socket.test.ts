import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CLOSE_SESSION_ENDED,
  CLOSE_TOO_MANY_SOCKETS,
  CLOSE_URL_CHANGED,
  HEARTBEAT_SILENCE_MS,
} from '#src/contract/limits.ts'
import { RETRY_MAX_MS } from '#src/sync/retry-timer.ts'
import { openSocket, type Socket } from '#src/sync/socket.ts'
import { readNewestWire as newest, Wire } from '#tests/support/wire.ts'

const ORIGIN = 'http://hotel.example'
const SECOND = 1_000
/** Long enough to count as steady. */
const STEADY_MS = 5 * SECOND

const heard: string[] = []
let socket: Socket

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Wire)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  Wire.all = []
  heard.length = 0
  socket = openSocket(
    ORIGIN,
    'token',
    {
      onOpen: () => heard.push('open'),
      onClose: () => heard.push('close'),
      onFrame: ({ type }) => heard.push(type),
      onSessionEnded: () => heard.push('session ended'),
      onWake: () => undefined,
    },
    () => 0.999,
  )
})
afterEach(() => {
  socket.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** The newest connection once it is tried, opened and steady. */
async function openSteady(): Promise<Wire> {
  await pass(0)
  newest().open()
  await pass(STEADY_MS)
  return newest()
}

/** How long after now the next attempt comes, ms. */
async function readWait(): Promise<number> {
  const [from, count] = [Date.now(), Wire.all.length]
  while (Wire.all.length === count) {
    if (Date.now() - from > 2 * RETRY_MAX_MS) throw new Error('no attempt comes')
    await pass(1)
  }
  return newest().madeAt - from
}

describe('the realtime connection (specification section 8, CONTRACT section 4)', () => {
  it('is tried at once at first, at the environment’s address, with the token as a protocol', async () => {
    await pass(0)
    expect(newest().url).toBe('ws://hotel.example/')
    expect(newest().protocols).toEqual(['echo-protocol', 'bearer.token'])
  })

  it('is tried again 1 s after it closed, not before', async () => {
    const wire = await openSteady()
    wire.end(1006)
    expect(heard).toEqual(['open', 'close'])
    await pass(SECOND - 1)
    expect(Wire.all).toHaveLength(1)
    await pass(1)
    expect(Wire.all).toHaveLength(2)
  })

  it('failures in a row grow the wait to 30 s; a connection that was steady begins anew', async () => {
    ;(await openSteady()).end(1006)
    const waits: number[] = []
    for (let failure = 0; failure < 8; failure += 1) {
      waits.push(await readWait())
      newest().end(1006)
    }
    expect(waits[0]).toBe(SECOND)
    expect([...waits].sort((a, b) => a - b)).toEqual(waits)
    expect(waits.at(-1)).toBe(RETRY_MAX_MS)
    await readWait()
    ;(await openSteady()).end(1006)
    expect(await readWait()).toBe(SECOND)
  })

  it('one that opens and closes at once is a failure like another', async () => {
    ;(await openSteady()).end(1006)
    expect(await readWait()).toBe(SECOND)
    newest().open()
    newest().end(1006)
    expect(await readWait()).toBeGreaterThan(SECOND)
  })

  it('an address that no connection can be made to is not tried without end', async () => {
    const refuse = vi.fn(() => {
      throw new DOMException('mixed content', 'SecurityError')
    })
    vi.stubGlobal('WebSocket', refuse)
    await pass(10 * SECOND)
    expect(refuse.mock.calls.length).toBeGreaterThan(1)
    expect(refuse.mock.calls.length).toBeLessThan(6)
  })

  it('after close code 3001 there is no delay', async () => {
    ;(await openSteady()).end(CLOSE_URL_CHANGED)
    await pass(0)
    expect(Wire.all).toHaveLength(2)
  })

  it('somebody who comes back does not wait for the next attempt, nor for a longer one after it', async () => {
    ;(await openSteady()).end(1006)
    for (let failure = 0; failure < 7; failure += 1) {
      await readWait()
      newest().end(1006)
    }
    const count = Wire.all.length
    socket.reconnectNow()
    await pass(0)
    expect(Wire.all).toHaveLength(count + 1)
    newest().end(1006)
    expect(await readWait()).toBe(SECOND)
  })

  it('an environment that answers its calls is tried at once, and after that as late as before', async () => {
    ;(await openSteady()).end(1006)
    for (let failure = 0; failure < 7; failure += 1) {
      await readWait()
      newest().end(1006)
    }
    const count = Wire.all.length
    await pass(SECOND)
    expect(Wire.all).toHaveLength(count)
    socket.wake()
    await pass(0)
    expect(Wire.all).toHaveLength(count + 1)
    newest().end(1006)
    expect(await readWait()).toBe(RETRY_MAX_MS)
  })

  it('an attempt that is being made, and a connection that stands, are left alone by that', async () => {
    await pass(0)
    const wire = newest()
    socket.wake()
    await pass(SECOND)
    expect(Wire.all).toEqual([wire])
    expect(wire.readyState).toBe(0)
    wire.open()
    socket.wake()
    await pass(SECOND)
    expect(Wire.all).toEqual([wire])
    expect(wire.readyState).toBe(1)
  })

  it('coming back to an open connection changes nothing', async () => {
    await openSteady()
    socket.reconnectNow()
    await pass(2 * SECOND)
    expect(Wire.all).toHaveLength(1)
  })

  it('an ended session is told and never tried again', async () => {
    ;(await openSteady()).end(CLOSE_SESSION_ENDED)
    expect(heard).toEqual(['open', 'close', 'session ended'])
    await pass(2 * RETRY_MAX_MS)
    expect(Wire.all).toHaveLength(1)
  })

  it('one that was closed on purpose is not tried again, waiting or not', async () => {
    ;(await openSteady()).end(1006)
    socket.close()
    await pass(2 * RETRY_MAX_MS)
    expect(Wire.all).toHaveLength(1)
  })

  it('one too many of its session is not tried again before somebody comes back to it', async () => {
    ;(await openSteady()).end(CLOSE_TOO_MANY_SOCKETS)
    await pass(2 * RETRY_MAX_MS)
    socket.wake()
    await pass(2 * RETRY_MAX_MS)
    expect(Wire.all).toHaveLength(1)
    socket.reconnectNow()
    await pass(0)
    expect(Wire.all).toHaveLength(2)
    ;(await openSteady()).end(1006)
    expect(await readWait()).toBe(SECOND)
  })

  it('45 s of silence after a heartbeat are a dead line; without one silence is nothing', async () => {
    const wire = await openSteady()
    wire.hear({ type: 'admin_joined', chatId: null, value: 2 })
    await pass(HEARTBEAT_SILENCE_MS * 2)
    expect(Wire.all).toHaveLength(1)
    wire.hear({ type: 'heartbeat' })
    await pass(HEARTBEAT_SILENCE_MS - 1)
    expect(Wire.all).toHaveLength(1)
    // The silence ends, and the next attempt is a task of its own.
    await pass(2)
    expect(Wire.all).toHaveLength(2)
    expect(heard).toEqual(['open', 'admin_joined', 'close'])
  })
  it('a connection that is dead from the first is found out where heartbeats came before, and only there', async () => {
    const first = await openSteady()
    first.hear({ type: 'heartbeat' })
    first.end(1006)
    const wait = await readWait()
    expect(wait).toBeLessThanOrEqual(RETRY_MAX_MS)
    newest().open()
    await pass(HEARTBEAT_SILENCE_MS - 1)
    expect(Wire.all).toHaveLength(2)
    await pass(2)
    expect(Wire.all).toHaveLength(3)
    // An environment that sends none any more: after one silence in vain it is left alone.
    newest().open()
    newest().hear({ type: 'admin_joined', chatId: null, value: 2 })
    await pass(HEARTBEAT_SILENCE_MS * 3)
    expect(Wire.all).toHaveLength(3)
  })
})
