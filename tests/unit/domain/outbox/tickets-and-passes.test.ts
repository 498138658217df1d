import { describe, expect, it } from 'vitest'
import {
  chatIdOf,
  isUnderstood,
  KIND_VERSIONS,
  OPERATION_VERSION,
  TICKET_LANE,
  type Operation,
  type OperationProgress,
  type OperationWork,
} from '#src/domain/outbox/operation.ts'
import { overlayChat } from '#src/domain/outbox/overlay.ts'
import { KEY_TRUSTED_MS, MAX_AGE_MS, wakeAt } from '#src/domain/outbox/timing.ts'
import {
  askSettlement,
  checkReadiness,
  awaitConfirmation,
  leaveInDoubt,
  sendAgain,
} from '#src/domain/outbox/transitions.ts'
import { describeOperation, type LanePlace } from '#src/domain/outbox/words.ts'
import { makeOperation } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const ALONE: LanePlace = { blockedBy: null, hasMessagesBehind: false }
const TICKET: OperationWork = {
  kind: 'ticket',
  payload: {
    queueId: 'q1',
    queueName: 'Housekeeping',
    description: 'Two towels',
    title: 'Room 1204',
    guestId: 'g1',
    room: '1204',
    chatId: 'c1',
  },
}
const PASS: OperationWork = { kind: 'pass', payload: { userId: 'u2', name: 'Maria' } }
const ME = { id: 'me', name: 'Me' }

const ticket = (progress?: OperationProgress, fields = {}): Operation =>
  makeOperation({ lane: TICKET_LANE, ...fields }, TICKET, progress)
const describeAt = (operation: Operation, now = NOON) => describeOperation(operation, ALONE, now)
const failed = (message: string): OperationProgress => {
  return { state: 'failed', claim: null, reason: { code: 'refused', message } }
}

describe('a ticket in the outbox (DESIGN section 4)', () => {
  it('belongs to its chat, in a lane of its own', () => {
    expect(chatIdOf(ticket())).toBe('c1')
    expect(chatIdOf(makeOperation({ lane: 'c7' }))).toBe('c7')
  })

  it('O10: is as right an hour later', () => {
    const old = ticket()
    const late = NOON + 10 * MAX_AGE_MS
    expect(checkReadiness(old, late, true, false)).toBe('send')
    expect(wakeAt({ ...old, nextAt: late }, late)).toBe(late)
    // What is said in one moment is not: the same age holds a message.
    expect(checkReadiness(makeOperation(), late, true, false)).toBe('hold')
  })

  it('O10: a clock that was set back holds no ticket', () => {
    expect(checkReadiness(ticket(), NOON - 60_000, true, false)).toBe('send')
  })

  it.each(['unkeyed', 'keyed'] as const)('in doubt (%s) beyond its key: waits for a yes', (doubt) => {
    const stale = ticket(undefined, { doubt, firstSentAt: NOON })
    const late = NOON + KEY_TRUSTED_MS + 1
    expect(checkReadiness(stale, late, true, true)).toBe('hold')
    expect(awaitConfirmation(stale)).toMatchObject({ state: 'held' })
  })

  it('on the wire without a key its fate is unknown', () => {
    const sending = ticket({ state: 'sending', claim: 'c', reason: null }, { doubt: 'unkeyed' })
    expect(leaveInDoubt(sending, NOON, 0)).toMatchObject({ state: 'uncertain' })
  })

  it.each<[string, OperationProgress, string[]]>([
    ['Waiting to send', { state: 'queued', claim: null, reason: null }, ['edit', 'discard']],
    ['Saving ticket…', { state: 'sending', claim: 'c', reason: null }, []],
    ['Ticket not saved: no such department', failed('no such department'), ['send-again', 'edit', 'discard']],
    [
      'Delivery unknown',
      { state: 'held', claim: null, reason: { code: 'delivery_unknown' } },
      ['send-anyway', 'edit', 'discard'],
    ],
  ])('says %j', (state, progress, waysOut) => {
    expect(describeAt(ticket(progress))).toMatchObject({ state, waysOut })
  })

  it('changes nothing of a chat that is drawn', () => {
    const chat = { user: null, pausedAt: null, needsHelp: true }
    expect(overlayChat(chat, [ticket()], ME)).toEqual(chat)
  })
})

describe('a pass in the outbox', () => {
  const mine = { user: ME, pausedAt: '2026-11-20T11:00:00.000Z', needsHelp: true }

  it('D3: the chat is shown as held by the colleague at once, and needs help still', () => {
    const shown = overlayChat(mine, [makeOperation({}, PASS)], ME)
    expect(shown).toEqual({ ...mine, user: { id: 'u2', name: 'Maria' } })
  })

  it('after a takeover that waits too: in their order', () => {
    const free = { user: null, pausedAt: null, needsHelp: true }
    const pause = makeOperation({ id: 'a' }, { kind: 'pause', payload: null })
    const shown = overlayChat(free, [pause, makeOperation({ id: 'b' }, PASS)], ME)
    expect(shown.user).toEqual({ id: 'u2', name: 'Maria' })
    expect(shown.pausedAt).not.toBeNull()
  })

  it('refused, it changes nothing of what is drawn', () => {
    expect(overlayChat(mine, [makeOperation({}, PASS, failed('no'))], ME)).toEqual(mine)
  })

  it('O11: a new yes still expects that the chat is one’s own', () => {
    const refused = makeOperation({ expects: { holder: 'me' } }, PASS, failed('no'))
    const again = sendAgain(refused, NOON, null, { holder: 'someone else', helpAt: null })
    expect(again.expects).toEqual({ holder: 'me' })
  })

  it('names the colleague', () => {
    expect(describeAt(makeOperation({}, PASS)).state).toBe('Waiting to pass to Maria')
    const held = makeOperation({}, PASS, { state: 'held', claim: null, reason: { code: 'too_old' } })
    expect(describeAt(held, NOON + 20 * 60_000).state).toBe('Pass to Maria asked 20 min ago, still right?')
    const nameless = makeOperation({}, { kind: 'pass', payload: { userId: 'u2', name: '' } })
    expect(describeAt(nameless).state).toBe('Waiting to pass on')
  })

  it('O10: expires as a takeover does', () => {
    expect(checkReadiness(makeOperation({}, PASS), NOON + MAX_AGE_MS + 1, true, false)).toBe('hold')
  })

  it('refused because someone else has the chat: only that one can pass it on', () => {
    const reason = { code: 'not_held', holder: { id: 'u3', name: 'Ben' } } as const
    const view = describeAt(makeOperation({}, PASS, { state: 'failed', claim: null, reason }))
    expect(view).toMatchObject({ state: 'Not passed to Maria: Ben has this chat now', waysOut: ['discard'] })
  })

  it('asked back while in doubt, its fate is read first', () => {
    expect(askSettlement(makeOperation({ doubt: 'unkeyed' }, PASS), NOON).state).toBe('uncertain')
  })
})

describe('D4: versions by kind', () => {
  it('an older build holds what it would misread, and goes on sending the rest', () => {
    expect(KIND_VERSIONS).toMatchObject({ send: 1, upload: 1, pause: 1, play: 1, resolve: 1 })
    expect([KIND_VERSIONS.ticket, KIND_VERSIONS.pass]).toEqual([2, 2])
    expect(Math.max(...Object.values(KIND_VERSIONS))).toBe(OPERATION_VERSION)
  })

  it('a kind or a version that this build does not know is not understood', () => {
    expect(isUnderstood(ticket())).toBe(true)
    expect(isUnderstood({ kind: 'teleport', version: 1 })).toBe(false)
    expect(isUnderstood({ kind: 'toString', version: 1 })).toBe(false)
    expect(isUnderstood({ kind: 'send', version: OPERATION_VERSION + 1 })).toBe(false)
  })
})
