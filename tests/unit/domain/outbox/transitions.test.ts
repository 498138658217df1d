import { describe, expect, it } from 'vitest'
import type { Doubt, OperationProgress } from '#src/domain/outbox/operation.ts'
import { BACKOFF_MAX_MS, KEY_TRUSTED_MS, MAX_AGE_MS, UNCERTAIN_WINDOW_MS } from '#src/domain/outbox/timing.ts'
import {
  askSettlement,
  checkReadiness,
  claimOperation,
  hasEffect,
  awaitConfirmation,
  awaitConfirmationOfVersion,
  leaveInDoubt,
  noteChatRead,
  noteEmptyRead,
  sendAgain,
  settleAttempt,
  type Outcome,
} from '#src/domain/outbox/transitions.ts'
import { makeOperation } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const KEYED = { claim: 'desk:1', now: NOON, keyed: true }
const UNKEYED = { ...KEYED, keyed: false }
const UNCERTAIN: OperationProgress = { state: 'uncertain', claim: null, reason: null, since: NOON, reads: 0 }
const TAKEOVER = { kind: 'pause', payload: null } as const

describe('queued -> sending (DESIGN section 4): the claim and the doubt are on record before the call', () => {
  it('with keys', () => {
    const claimed = claimOperation(makeOperation({ seenBefore: 'm1' }), KEYED, null)
    expect(claimed).toMatchObject({
      state: 'sending',
      claim: 'desk:1',
      doubt: 'keyed',
      attempts: 1,
      firstSentAt: NOON,
      seenBefore: 'm1',
    })
  })

  it('without keys, with what was read before', () => {
    expect(claimOperation(makeOperation(), UNKEYED, 'm9')).toMatchObject({
      doubt: 'unkeyed',
      seenBefore: 'm9',
    })
  })

  it('an older doubt without keys is not healed by a key', () => {
    expect(claimOperation(makeOperation({ doubt: 'unkeyed' }), KEYED, null).doubt).toBe('unkeyed')
  })

  it('keeps the time of the first attempt (O10)', () => {
    const again = claimOperation(makeOperation({ firstSentAt: NOON - 5, attempts: 3 }), KEYED, null)
    expect(again).toMatchObject({ firstSentAt: NOON - 5, attempts: 4 })
  })
})

describe('sending -> next (DESIGN section 4)', () => {
  const before = makeOperation()
  const settle = (outcome: Outcome, attempt = KEYED, from = before) =>
    settleAttempt(claimOperation(from, attempt, null), from, outcome, NOON + 10, 0.5)

  it('2xx with its row: gone', () => {
    expect(settle({ type: 'accepted', hasRow: true })).toBeNull()
  })

  it('2xx without a row: sent, and in no doubt', () => {
    expect(settle({ type: 'accepted', hasRow: false }, UNKEYED)).toMatchObject({
      state: 'sent',
      claim: null,
      doubt: 'none',
      sentAt: NOON + 10,
    })
  })

  it.each<[Doubt]>([['none'], ['keyed']])(
    '429 or 503: queued after Retry-After, doubt %s as before',
    (doubt) => {
      const from = makeOperation({ doubt, firstSentAt: doubt === 'none' ? null : NOON - 7 })
      expect(settle({ type: 'busy', retryAfterMs: 3_000 }, KEYED, from)).toMatchObject({
        state: 'queued',
        claim: null,
        nextAt: NOON + 3_010,
        doubt,
        firstSentAt: from.firstSentAt,
      })
    },
  )

  it.each<[Doubt]>([['none'], ['keyed']])('401: queued at once, doubt %s as before', (doubt) => {
    expect(settle({ type: 'unauthorized' }, KEYED, makeOperation({ doubt }))).toMatchObject({
      state: 'queued',
      nextAt: NOON + 10,
      doubt,
    })
  })

  it('other 4xx: failed with the reason, and no doubt', () => {
    const reason = { code: 'not_held', holder: { id: 'u2', name: 'Maria' } } as const
    expect(settle({ type: 'refused', reason }, KEYED, makeOperation({ doubt: 'keyed' }))).toMatchObject({
      state: 'failed',
      claim: null,
      reason,
      doubt: 'none',
    })
  })

  it('unknown with a key: queued with backoff, the doubt stays', () => {
    expect(settle({ type: 'unknown' })).toMatchObject({ state: 'queued', doubt: 'keyed', nextAt: NOON + 510 })
  })

  it('unknown without a key: uncertain, never queued', () => {
    expect(settle({ type: 'unknown' }, UNKEYED)).toMatchObject({
      state: 'uncertain',
      doubt: 'unkeyed',
      since: NOON + 10,
      reads: 0,
    })
  })

  it('a claim of another holder is an unknown outcome', () => {
    const keyed = leaveInDoubt(claimOperation(before, KEYED, null), NOON, 0)
    expect(keyed).toMatchObject({ state: 'queued', doubt: 'keyed', nextAt: NOON })
    expect(leaveInDoubt(claimOperation(before, UNKEYED, null), NOON, 0).state).toBe('uncertain')
  })

  it('O3: the backoff grows to a minute and no further', () => {
    const waits = [1, 2, 3, 6, 7, 50].map((attempts) => {
      const next = leaveInDoubt({ ...claimOperation(before, KEYED, null), attempts }, NOON, 0.999_999)
      return Math.round((next.nextAt - NOON) / 1_000)
    })
    expect(waits).toEqual([1, 2, 4, 32, 60, 60])
    expect(BACKOFF_MAX_MS).toBe(60_000)
  })
})

describe('uncertain -> next (DESIGN section 4)', () => {
  it('three reads over 30 s that show nothing: held Delivery unknown; fewer, or sooner: still uncertain', () => {
    const operation = makeOperation({ doubt: 'unkeyed' }, undefined, UNCERTAIN)
    const once = noteEmptyRead(operation, NOON)
    const twice = noteEmptyRead(once, NOON + UNCERTAIN_WINDOW_MS / 2)
    expect(twice).toMatchObject({ state: 'uncertain', reads: 2 })
    expect(noteEmptyRead(twice, NOON + UNCERTAIN_WINDOW_MS - 1).state).toBe('uncertain')
    expect(noteEmptyRead(once, NOON + UNCERTAIN_WINDOW_MS).state).toBe('uncertain')
    expect(noteEmptyRead(twice, NOON + UNCERTAIN_WINDOW_MS)).toMatchObject({
      state: 'held',
      reason: { code: 'delivery_unknown' },
      doubt: 'unkeyed',
    })
  })

  it('a read says nothing of an operation that is no longer uncertain', () => {
    const queued = makeOperation()
    expect(noteEmptyRead(queued, NOON)).toBe(queued)
  })

  it('takeovers: effect there, gone; not there, queued three times, then held', () => {
    const operation = makeOperation({ doubt: 'unkeyed', attempts: 2 }, TAKEOVER, UNCERTAIN)
    expect(noteChatRead(operation, true, NOON, 0)).toBeNull()
    expect(noteChatRead(operation, false, NOON, 0)).toMatchObject({ state: 'queued', doubt: 'none' })
    expect(noteChatRead({ ...operation, attempts: 3 }, false, NOON, 0)).toMatchObject({
      state: 'held',
      reason: { code: 'delivery_unknown' },
    })
  })

  const workOf = (kind: 'pause' | 'play' | 'resolve' | 'pass' | 'send') => {
    if (kind === 'send') return { kind, payload: { text: 'hello' } }
    if (kind === 'pass') return { kind, payload: { userId: 'u2', name: 'Maria' } }
    return { kind, payload: null }
  }

  it.each([
    ['pause', { user: { id: 'me', name: 'Me' }, pausedAt: 'x', needsHelp: true }, true, true],
    ['pause', { user: { id: 'me', name: 'Me' }, pausedAt: null, needsHelp: true }, true, false],
    ['pause', { user: null, pausedAt: 'x', needsHelp: true }, false, false],
    ['play', { user: { id: 'me', name: 'Me' }, pausedAt: 'x', needsHelp: true }, true, false],
    ['play', { user: null, pausedAt: null, needsHelp: true }, false, true],
    ['play', { user: null, pausedAt: 'x', needsHelp: true }, false, false],
    ['play', { user: { id: 'u2', name: 'Maria' }, pausedAt: 'x', needsHelp: true }, false, true],
    ['resolve', { user: null, pausedAt: null, needsHelp: false }, false, true],
    ['resolve', { user: null, pausedAt: null, needsHelp: true }, false, false],
    ['send', { user: null, pausedAt: null, needsHelp: false }, false, false],
    ['pass', { user: { id: 'u2', name: 'Maria' }, pausedAt: 'x', needsHelp: true }, false, true],
    ['pass', { user: { id: 'me', name: 'Me' }, pausedAt: 'x', needsHelp: true }, true, false],
    ['pass', { user: { id: 'u3', name: 'Maria' }, pausedAt: 'x', needsHelp: true }, false, false],
    ['pass', { user: null, pausedAt: null, needsHelp: true }, false, false],
  ] as const)('the effect of %s on %j', (kind, chat, isMine, isThere) => {
    expect(hasEffect(workOf(kind), chat, isMine)).toBe(isThere)
  })
})

describe('O10: what was written for one moment is not sent in another', () => {
  const ready = (fields: Parameters<typeof makeOperation>[0], now: number, offersKeys = true) =>
    checkReadiness(makeOperation(fields), now, offersKeys, false)

  it.each([
    [0, 'send'],
    [MAX_AGE_MS, 'send'],
    [MAX_AGE_MS + 1, 'hold'],
    [-1, 'hold'],
  ])('age %i ms: %s', (age, readiness) => {
    expect(ready({}, NOON + age)).toBe(readiness)
  })

  it('old and in keyed doubt: everything is pulled first, then it is held', () => {
    const operation = makeOperation({ doubt: 'keyed', firstSentAt: NOON })
    expect(checkReadiness(operation, NOON + MAX_AGE_MS + 1, true, false)).toBe('pull-first')
    expect(checkReadiness(operation, NOON + MAX_AGE_MS + 1, true, true)).toBe('hold')
  })

  it.each([
    ['first sent 20 days ago', { doubt: 'keyed', firstSentAt: NOON - KEY_TRUSTED_MS }, true, 'send'],
    [
      'first sent over 20 days ago',
      { doubt: 'keyed', firstSentAt: NOON - KEY_TRUSTED_MS - 1 },
      true,
      'pull-first',
    ],
    ['keys no longer offered', { doubt: 'keyed', firstSentAt: NOON }, false, 'hold'],
    ['never keyed', { doubt: 'unkeyed', firstSentAt: NOON }, true, 'hold'],
    ['never on the wire', { doubt: 'none', firstSentAt: null }, false, 'send'],
  ] as const)('in doubt, %s', (_, fields, offersKeys, readiness) => {
    expect(ready(fields, NOON, offersKeys)).toBe(readiness)
  })

  it('holds with the reason that fits', () => {
    expect(awaitConfirmation(makeOperation()).reason).toEqual({ code: 'too_old' })
    expect(awaitConfirmation(makeOperation({ doubt: 'unkeyed' })).reason).toEqual({
      code: 'delivery_unknown',
    })
  })

  it('D4: an operation of a newer build is held whole', () => {
    const operation = makeOperation({ version: 9 })
    expect(awaitConfirmationOfVersion(operation)).toEqual({
      ...operation,
      state: 'held',
      reason: { code: 'unknown_version' },
    })
  })
})

describe('failed, held -> queued: the person says so (DESIGN section 4)', () => {
  const held: OperationProgress = { state: 'held', claim: null, reason: { code: 'too_old' } }
  const seen = { holder: 'u2', helpAt: '2026-11-20T11:00:00.000Z' }

  it('the same id with a new age', () => {
    const operation = makeOperation(
      { ageFrom: NOON - MAX_AGE_MS * 2, doubt: 'keyed', firstSentAt: 5 },
      undefined,
      held,
    )
    expect(sendAgain(operation, NOON, null, seen)).toMatchObject({
      id: 'op-1',
      state: 'queued',
      reason: null,
      ageFrom: NOON,
      nextAt: NOON,
      doubt: 'keyed',
      firstSentAt: 5,
    })
  })

  it('a new id has no past', () => {
    const operation = makeOperation({ doubt: 'unkeyed', firstSentAt: 5, attempts: 4 }, undefined, held)
    expect(sendAgain(operation, NOON, 'op-2', seen)).toMatchObject({
      id: 'op-2',
      doubt: 'none',
      firstSentAt: null,
      attempts: 0,
    })
  })

  it("a takeover's expectation becomes the holder now; a message keeps none", () => {
    const takeover = makeOperation({ expects: { holder: 'bot' } }, TAKEOVER, held)
    expect(sendAgain(takeover, NOON, null, seen).expects).toEqual({ holder: 'u2' })
    const resolve = makeOperation({ expects: { helpAt: null } }, { kind: 'resolve', payload: null }, held)
    expect(sendAgain(resolve, NOON, null, seen).expects).toEqual({ helpAt: seen.helpAt })
    expect(sendAgain(makeOperation({}, undefined, held), NOON, null, seen).expects).toEqual({})
  })

  it('asking for it back reads its fate once more and then says so', () => {
    const asked = askSettlement(makeOperation({ doubt: 'keyed' }), NOON)
    expect(asked.state).toBe('uncertain')
    expect(noteEmptyRead(asked, NOON)).toMatchObject({ state: 'held', reason: { code: 'delivery_unknown' } })
  })
})
