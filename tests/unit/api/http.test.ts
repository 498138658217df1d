import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchCapabilities } from '#src/api/capabilities.ts'
import type { ApiFailure } from '#src/api/errors.ts'
import { fetchFile } from '#src/api/files.ts'
import { callFor, STALL_MS, type ApiTarget, type LineReading } from '#src/api/http.ts'
import { uploadByFetch } from '#src/api/uploads.ts'
import { changeAs } from '#src/api/session-call.ts'
import { NO_CAPABILITIES } from '#src/contract/capabilities.ts'
import type { PaceSample } from '#src/lib/line-pace.ts'
import { createFaultFetch, type Fault } from '#tests/support/fault-fetch.ts'
import { createTarget, createTrickle, failureOf, get, PATH, schema } from '#tests/support/faulty-target.ts'
import { NOON, TEST_ORIGIN } from '#tests/support/local.ts'

beforeEach(() => vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => vi.useRealTimers())

const no = (status: number, headers = {}): Fault => ({
  status,
  body: { message: 'No.', code: 'no' },
  headers,
})

describe("what counts as the environment's answer (CONTRACT section 1)", () => {
  it.each<[string, Fault, ApiFailure['kind'], LineReading]>([
    ['no line', 'drop', 'unreachable', 'unreachable'],
    ["a captive portal's 200 HTML", 'html', 'unexpected-responder', 'login-page'],
    [
      'HTML that calls itself JSON',
      { status: 200, body: '<!doctype html><p>Hi' },
      'unexpected-responder',
      'login-page',
    ],
    [
      'a 302',
      { status: 302, body: '', headers: { location: 'https://portal' } },
      'unexpected-responder',
      'login-page',
    ],
    ['a 511 of the network', { status: 511, body: '<html>' }, 'unexpected-responder', 'login-page'],
    // An answer is an answer: what is wrong with it is the failure of that one call.
    ['half a JSON', 'half-json', 'unexpected-responder', 'answered'],
    ["a portal's 403", { status: 403, body: '<html>Pay' }, 'unexpected-responder', 'answered'],
    ["a portal's 401 without our body", { status: 401, body: {} }, 'unexpected-responder', 'answered'],
    ['500', 'error-500', 'server', 'answered'],
    ['502 HTML of a proxy', { status: 502, body: '<html>' }, 'server', 'answered'],
    ['503 HTML of a proxy', { status: 503, body: '<html>' }, 'server', 'answered'],
    ['503 of the environment', no(503), 'busy', 'answered'],
    ['401', 'unauthorized', 'unauthorized', 'answered'],
    ['409', no(409), 'refused', 'answered'],
    ['429', 'busy', 'busy', 'answered'],
  ])('%s', async (_, fault, kind, reading) => {
    const { target, readings } = createTarget(fault)
    expect((await failureOf(get(target))).kind).toBe(kind)
    expect(readings.at(-1)).toBe(reading)
  })

  it('an answer of another shape is none', async () => {
    const { target } = createTarget({ status: 200, body: { name: 'c' } })
    expect(await failureOf(get(target))).toEqual({ kind: 'unexpected-responder' })
  })

  it('without the contract a failure needs no body, but is no web page', async () => {
    const { target } = createTarget(
      { status: 401, body: '' },
      { status: 404, body: 'not here' },
      { status: 404, body: '<html>' },
    )
    expect(await failureOf(get(target, false))).toEqual({ kind: 'unauthorized', body: null })
    expect(await failureOf(get(target, false))).toEqual({ kind: 'refused', status: 404, body: null })
    expect(await failureOf(get(target, false))).toEqual({ kind: 'unexpected-responder' })
  })

  it('unknown fields are ignored', async () => {
    const { target, readings } = createTarget({ status: 200, body: { id: 'c', future: 1 } })
    expect(await get(target)).toEqual({ id: 'c' })
    expect(readings).toEqual(['answered'])
  })
})

describe('Retry-After', () => {
  it.each([
    ['7', 7_000],
    [' 0 ', 0],
    [new Date(NOON + 9_000).toUTCString(), 9_000],
    [new Date(NOON - 9_000).toUTCString(), 0],
    ['86400', 300_000],
    ['soon', 5_000],
    [undefined, 5_000],
  ])('%s', async (header, retryAfterMs) => {
    const { target } = createTarget(no(429, header === undefined ? {} : { 'retry-after': header }))
    expect(await failureOf(get(target))).toMatchObject({ kind: 'busy', retryAfterMs })
  })
})

describe('half-open lines and callers who gave up', () => {
  it('a call without a sign of life is given up after 20 s', async () => {
    const { target } = createTarget('hang')
    const failure = failureOf(get(target))
    await vi.advanceTimersByTimeAsync(STALL_MS)
    expect(await failure).toEqual({ kind: 'unreachable' })
  })

  it('an answer that takes minutes is waited for as long as it moves, and given up when it no longer does', async () => {
    const { target, readings, part, end } = createTrickle()
    const answer = get(target)
    for (const piece of ['{"id"', ':"', 'c', '"', '}']) {
      await vi.advanceTimersByTimeAsync(STALL_MS - 1)
      part(piece)
      await vi.advanceTimersByTimeAsync(0)
    }
    end()
    expect(await answer).toEqual({ id: 'c' })
    expect(readings).toEqual(['answered'])

    const stalled = createTrickle()
    const failure = failureOf(get(stalled.target))
    await vi.advanceTimersByTimeAsync(STALL_MS - 1)
    stalled.part('{"id"')
    await vi.advanceTimersByTimeAsync(STALL_MS - 1)
    expect(stalled.readings).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toEqual({ kind: 'unreachable' })
  })

  it('so is a file', async () => {
    const { target, part, end } = createTrickle({ 'content-type': 'image/png' })
    const session = { target, token: 't', hasContractBodies: true }
    const file = fetchFile(session, '/api/attachments/a', new AbortController().signal)
    for (let minute = 0; minute < 6; minute += 1) {
      await vi.advanceTimersByTimeAsync(STALL_MS - 1)
      part('ten bytes.')
      await vi.advanceTimersByTimeAsync(0)
    }
    end()
    const { contentType, bytes } = await file
    expect([contentType, bytes.byteLength]).toEqual(['image/png', 60])
  })

  it('tells how quickly answers come, of those that only read', async () => {
    const line = createFaultFetch(() => Promise.resolve(new Response('{"id":"c"}')))
    const told: PaceSample[] = []
    const target: ApiTarget = { origin: TEST_ORIGIN, fetch: line.fetch, onPace: (pace) => told.push(pace) }
    await get(target)
    expect(told).toMatchObject([{ bytes: 10 }])
    expect(told.every(({ waitMs, bodyMs }) => waitMs >= 0 && bodyMs >= 0)).toBe(true)
    await callFor(target, { method: 'POST', path: PATH }, schema)
    line.failNext(() => true, no(409))
    await failureOf(get(target))
    expect(told).toHaveLength(1)
  })

  it('O7: a large upload by fetch has the time that its size needs, and is given up in the end', async () => {
    const { target } = createTarget('hang')
    const session = { target, token: 't', hasContractBodies: true }
    const file = {
      chatId: 'c',
      name: 'a.png',
      type: 'image/png',
      bytes: new ArrayBuffer(800_000),
      key: 'k',
    }
    let isOver = false
    const failure = failureOf(uploadByFetch(session, { ...file, signal: new AbortController().signal }))
    void failure.then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(STALL_MS + 99_000)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await failure).toEqual({ kind: 'unreachable' })
  })

  it('giving up says nothing of the line', async () => {
    const { target, readings } = createTarget('hang')
    const leave = new AbortController()
    const failure = failureOf(get(target, true, leave.signal))
    leave.abort()
    expect(await failure).toEqual({ kind: 'aborted' })
    expect(readings).toEqual([])
  })
})

describe('capabilities (CONTRACT section 2)', () => {
  it('404 means none; anything else that does not parse is no answer', async () => {
    const { target } = createTarget(
      { status: 404, body: '' },
      'html',
      { status: 404, body: '<html>' },
      { status: 200, body: [] },
    )
    expect(await fetchCapabilities(target)).toEqual(NO_CAPABILITIES)
    for (let count = 0; count < 3; count += 1) {
      expect((await failureOf(fetchCapabilities(target))).kind).toBe('unexpected-responder')
    }
  })
})

describe('changes (DESIGN section 4)', () => {
  const session = (target: ApiTarget, hasContractBodies: boolean, onUnauthorized = () => undefined) => ({
    target,
    token: 't',
    hasContractBodies,
    onUnauthorized,
  })
  const change = { method: 'POST' as const, path: '/api/takeover/send/c' }

  it('with the contract the row must be there; without it any acceptance is one', async () => {
    const { target } = createTarget(...Array.from({ length: 2 }, (): Fault => ({ status: 200, body: {} })), {
      status: 204,
      body: '',
    })
    expect(await failureOf(changeAs(session(target, true), change, schema))).toEqual({
      kind: 'unexpected-responder',
    })
    expect(await changeAs(session(target, false), change, schema)).toBeNull()
    expect(await changeAs(session(target, false), change, schema)).toBeNull()
  })

  it("tells of the environment's 401, and of nobody else's", async () => {
    const onUnauthorized = vi.fn()
    const { target } = createTarget('unauthorized', { status: 401, body: '<html>' })
    await failureOf(changeAs(session(target, true, onUnauthorized), change, schema))
    await failureOf(changeAs(session(target, true, onUnauthorized), change, schema))
    expect(onUnauthorized).toHaveBeenCalledOnce()
  })

  it('sends the token and no key that was not asked for', async () => {
    const { target, line } = createTarget({ status: 200, body: { id: 'm' } })
    await changeAs(session(target, true), change, schema)
    expect(line.calls).toMatchObject([{ token: 't', key: null, path: change.path }])
  })

  it('the token goes to the environment alone', async () => {
    const { target, line } = createTarget()
    const signal = new AbortController().signal
    const failure = await failureOf(
      fetchFile(session(target, true), 'https://elsewhere.example/a.png', signal),
    )
    expect(failure).toMatchObject({ kind: 'refused' })
    expect(line.calls).toEqual([])
  })
})
