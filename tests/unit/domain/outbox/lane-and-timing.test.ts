import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHead, placeInLane } from '#src/domain/outbox/lane.ts'
import type { OperationProgress } from '#src/domain/outbox/operation.ts'
import { overlayChat } from '#src/domain/outbox/overlay.ts'
import { backOff, clampNextAt, MAX_AGE_MS, UNCERTAIN_WINDOW_MS, wakeAt } from '#src/domain/outbox/timing.ts'
import { noteEmptyRead } from '#src/domain/outbox/transitions.ts'
import { at, makeChatRow, makeOperation } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const HELD: OperationProgress = { state: 'held', claim: null, reason: { code: 'too_old' } }
const FAILED: OperationProgress = { state: 'failed', claim: null, reason: { code: 'not_found' } }
const SENT: OperationProgress = { state: 'sent', claim: null, reason: null, sentAt: NOON }
const HOUR = 3_600_000

describe('O2: first in, first out per chat', () => {
  it('the head is the first that is not merely waiting for its row', () => {
    const [one, two, three] = [
      makeOperation({ id: 'a', pos: 1 }, undefined, SENT),
      makeOperation({ id: 'b', pos: 2 }, undefined, HELD),
      makeOperation({ id: 'c', pos: 3 }),
    ] as const
    expect(findHead([one, two, three])).toBe(two)
    expect(findHead([one])).toBeNull()
    expect(findHead([])).toBeNull()
  })

  it('what waits behind a held or failed one says so; what stands in front does not', () => {
    const lane = [
      makeOperation({ id: 'a', pos: 1 }),
      makeOperation({ id: 'b', pos: 2 }, { kind: 'pause', payload: null }, FAILED),
      makeOperation({ id: 'c', pos: 3 }),
    ]
    const [first, blocked, last] = lane
    if (!first || !blocked || !last) throw new Error('unreachable')
    expect(placeInLane(first, lane).blockedBy).toBeNull()
    expect(placeInLane(last, lane).blockedBy).toBe(blocked)
    expect(placeInLane(blocked, lane)).toEqual({ blockedBy: null, hasMessagesBehind: true })
    expect(placeInLane(last, lane).hasMessagesBehind).toBe(false)
  })
})

describe('O3: when the engine looks again', () => {
  it('backs off with full jitter between nothing and the ceiling', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.double({ min: 0, max: 0.999_999, noNaN: true }), (attempts, random) => {
        const wait = backOff(attempts, random)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(Math.min(60_000, 1_000 * 2 ** Math.max(0, attempts - 1)))
      }),
    )
  })

  it('a clock that was set back by hours does not park what waits', () => {
    // Anything further ahead than the longest wait (a Retry-After of 5 min) was written by another clock.
    expect(clampNextAt(NOON + 3 * HOUR, NOON)).toBeLessThanOrEqual(NOON)
    expect(clampNextAt(NOON + 5 * 60_000, NOON)).toBe(NOON + 5 * 60_000)
    expect(clampNextAt(NOON + 10, NOON)).toBe(NOON + 10)
  })

  it('an uncertain one is read at once, then twice more over 30 s', () => {
    const read = (reads: number) =>
      wakeAt(
        makeOperation({}, undefined, { state: 'uncertain', claim: null, reason: null, since: NOON, reads }),
        NOON,
      )
    expect([0, 1, 2].map(read)).toEqual([NOON, NOON + UNCERTAIN_WINDOW_MS / 2, NOON + UNCERTAIN_WINDOW_MS])
  })

  it('an uncertain one is resolved within its 30 s although the clock was set back by hours', () => {
    let operation = makeOperation({ doubt: 'unkeyed' }, undefined, {
      state: 'uncertain',
      claim: null,
      reason: null,
      since: NOON + 3 * HOUR,
      reads: 0,
    })
    const start = NOON
    let now = start
    for (let reads = 0; reads < 10 && operation.state === 'uncertain'; reads += 1) {
      now = Math.max(now, wakeAt(operation, now) ?? now)
      operation = noteEmptyRead(operation, now)
    }
    expect(operation.state).toBe('held')
    expect(now - start).toBe(UNCERTAIN_WINDOW_MS)
  })

  it('O10: a queued one is looked at when it becomes too old, whatever its backoff', () => {
    const operation = makeOperation({ nextAt: NOON + MAX_AGE_MS * 2, ageFrom: NOON })
    expect(wakeAt(operation, NOON + MAX_AGE_MS)).toBeLessThanOrEqual(NOON + MAX_AGE_MS + 1)
  })

  it.each([HELD, FAILED, SENT])('what waits for the user or its row needs no look ($state)', (progress) => {
    expect(wakeAt(makeOperation({}, undefined, progress), NOON)).toBeNull()
  })
})

describe('D3: the outbox laid over the mirror', () => {
  const me = { id: 'me', name: 'Me' }
  const chat = makeChatRow('c', { needsHelp: true })
  const pause = makeOperation({ id: 'p' }, { kind: 'pause', payload: null })
  const play = makeOperation({ id: 'y' }, { kind: 'play', payload: null })
  const resolve = makeOperation({ id: 'r' }, { kind: 'resolve', payload: null })

  it('shows takeovers in their order, last one last', () => {
    expect(overlayChat(chat, [pause, resolve], me)).toMatchObject({
      user: me,
      pausedAt: at(0),
      needsHelp: false,
    })
    expect(overlayChat(chat, [pause, play], me)).toMatchObject({
      user: null,
      pausedAt: null,
      needsHelp: true,
    })
    expect(overlayChat(chat, [play, pause], me).user).toEqual(me)
  })

  it.each([HELD, FAILED])('what was refused or waits changes nothing ($state)', (progress) => {
    expect(overlayChat(chat, [{ ...pause, ...progress }], me)).toBe(chat)
  })

  it('messages change no holder, and the mirrored row itself is left alone', () => {
    expect(overlayChat(chat, [makeOperation()], me)).toBe(chat)
    overlayChat(chat, [pause], me)
    expect(chat.user).toBeNull()
  })
})
