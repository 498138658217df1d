import { describe, expect, it } from 'vitest'
import type { OperationProgress, OperationWork, Reason } from '#src/domain/outbox/operation.ts'
import { describeOperation, explainReason, WAY_OUT_LABELS, type LanePlace } from '#src/domain/outbox/words.ts'
import { makeOperation } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const ALONE: LanePlace = { blockedBy: null, hasMessagesBehind: false }
const SEND: OperationWork = { kind: 'send', payload: { text: 'hello' } }
const UPLOAD: OperationWork = { kind: 'upload', payload: { name: 'a.png', type: 'image/png', size: 1 } }
const PAUSE: OperationWork = { kind: 'pause', payload: null }
const PLAY: OperationWork = { kind: 'play', payload: null }
const RESOLVE: OperationWork = { kind: 'resolve', payload: null }
const MARIA = { id: 'u2', name: 'Maria' }

function describeState(progress: OperationProgress, work: OperationWork = SEND, place = ALONE, fields = {}) {
  return describeOperation(makeOperation(fields, work, progress), place, NOON + 20 * 60_000)
}
const failed = (reason: Reason): OperationProgress => ({ state: 'failed', claim: null, reason })
const held = (reason: Reason): OperationProgress => ({ state: 'held', claim: null, reason })

describe("a message's state in words (CONTRACT section 10)", () => {
  it.each<[string, OperationProgress, string[]]>([
    ['Waiting to send', { state: 'queued', claim: null, reason: null }, ['edit', 'discard']],
    ['Sending', { state: 'sending', claim: 'c', reason: null }, []],
    ['Sending', { state: 'uncertain', claim: null, reason: null, since: 0, reads: 0 }, ['edit', 'discard']],
    ['Sent', { state: 'sent', claim: null, reason: null, sentAt: 0 }, []],
    ['Delivery unknown', held({ code: 'delivery_unknown' }), ['send-anyway', 'edit', 'discard']],
    [
      'Not sent: Maria has this chat now',
      failed({ code: 'not_held', holder: MARIA }),
      ['take-over-and-send', 'edit', 'discard'],
    ],
    [
      'Not sent: the bot has this chat now',
      failed({ code: 'not_held', holder: null }),
      ['take-over-and-send', 'edit', 'discard'],
    ],
    ['Written 20 min ago, still right?', held({ code: 'too_old' }), ['send-anyway', 'edit', 'discard']],
    ['Not sent: it is too large', failed({ code: 'too_large' }), ['send-again', 'edit', 'discard']],
    ['Not sent: no', failed({ code: 'refused', message: 'no' }), ['send-again', 'edit', 'discard']],
  ])('%s', (state, progress, waysOut) => {
    expect(describeState(progress)).toMatchObject({ state, waysOut })
  })

  it('names the ways out as people and tests rely on', () => {
    expect(WAY_OUT_LABELS).toMatchObject({
      'send-again': 'Send again',
      'send-anyway': 'Send anyway',
      'resolve-anyway': 'Resolve anyway',
      'take-over-and-send': 'Take over and send',
      edit: 'Edit',
      discard: 'Discard',
    })
  })

  it('a file can be discarded but not edited', () => {
    expect(describeState({ state: 'queued', claim: null, reason: null }, UPLOAD).waysOut).toEqual(['discard'])
  })

  it('O2: what waits behind something that needs the user says so', () => {
    const blockedBy = makeOperation({}, SEND, held({ code: 'too_old' }))
    const view = describeState({ state: 'queued', claim: null, reason: null }, SEND, { ...ALONE, blockedBy })
    expect(view.detail).toContain('needs you')
    expect(view.needsPerson).toBe(false)
  })

  it('a doubt is never kept from the user', () => {
    const fields = { doubt: 'keyed' as const }
    for (const reason of [{ code: 'too_old' }, { code: 'delivery_unknown' }] as const) {
      expect(describeState(held(reason), SEND, ALONE, fields).detail).toContain('may already have arrived')
    }
  })
})

describe('takeovers in words', () => {
  it.each<[OperationWork, Reason, LanePlace, string[]]>([
    [PAUSE, { code: 'holder_changed', holder: MARIA }, ALONE, ['take-over', 'discard']],
    [
      PAUSE,
      { code: 'holder_changed', holder: MARIA },
      { ...ALONE, hasMessagesBehind: true },
      ['take-over-and-send', 'discard'],
    ],
    [PLAY, { code: 'holder_changed', holder: MARIA }, ALONE, ['send-again', 'discard']],
    [RESOLVE, { code: 'needs_help_again', helpAt: null }, ALONE, ['resolve-anyway', 'discard']],
  ])('%j refused with %j', (work, reason, place, waysOut) => {
    expect(describeState(failed(reason), work, place).waysOut).toEqual(waysOut)
  })

  it.each([PAUSE, PLAY, RESOLVE])('$kind says what it does in every state', (work) => {
    const states: OperationProgress[] = [
      { state: 'queued', claim: null, reason: null },
      { state: 'sending', claim: 'c', reason: null },
      { state: 'uncertain', claim: null, reason: null, since: 0, reads: 0 },
      { state: 'sent', claim: null, reason: null, sentAt: 0 },
      held({ code: 'too_old' }),
    ]
    for (const state of states) {
      const words = describeState(state, work).state
      expect(words).not.toMatch(/Sen[dt]/)
      expect(words.length).toBeGreaterThan(5)
    }
  })
})

describe('every reason has words, and a way out', () => {
  const reasons: Reason[] = [
    { code: 'too_old' },
    { code: 'delivery_unknown' },
    { code: 'not_held', holder: { id: 'x', name: '' } },
    { code: 'holder_changed', holder: null },
    { code: 'needs_help_again', helpAt: null },
    { code: 'channel_unavailable' },
    { code: 'window_closed' },
    { code: 'too_large' },
    { code: 'wrong_type' },
    { code: 'forbidden' },
    { code: 'not_found' },
    { code: 'bytes_missing' },
    { code: 'unknown_version' },
    { code: 'refused', message: 'because' },
  ]

  it.each(reasons)('$code', (reason) => {
    expect(explainReason(reason).length).toBeGreaterThan(3)
    for (const work of [SEND, UPLOAD, PAUSE, PLAY, RESOLVE]) {
      const view = describeState(failed(reason), work)
      expect(view.needsPerson).toBe(true)
      expect(view.waysOut).toContain('discard')
    }
  })

  it('D4: what a newer build wrote can only wait for the update', () => {
    const view = describeState(held({ code: 'unknown_version' }), SEND, ALONE, { version: 99 })
    expect(view).toMatchObject({ waysOut: [], needsPerson: true })
    expect(view.state).toContain('newer version')
  })

  it('D4: after the update it can be sent', () => {
    expect(describeState(held({ code: 'unknown_version' })).waysOut).toContain('send-again')
  })

  it('D4: an operation of a kind that this build does not know has words too', () => {
    const unknown = Object.assign(makeOperation({ version: 99 }), { kind: 'teleport' })
    const view = describeOperation({ ...unknown, ...held({ code: 'unknown_version' }) }, ALONE, NOON)
    expect(view.state).toContain('newer version')
    expect(describeOperation(unknown, ALONE, NOON).state.length).toBeGreaterThan(3)
  })
})
