import { describe, expect, it } from 'vitest'
import { describeHelpRequests, describeFailure } from '#src/app/effects/describe-events.ts'
import type { OperationProgress, OperationWork, Reason } from '#src/domain/outbox/operation.ts'
import { makeOperation } from '#tests/support/local-rows.ts'
import { NOON } from '#tests/support/local.ts'

const SEND: OperationWork = { kind: 'send', payload: { text: 'hello' } }
const failed = (reason: Reason): OperationProgress => ({ state: 'failed', claim: null, reason })
const tell = (reason: Reason, work: OperationWork = SEND, name = 'Ana') =>
  describeFailure(makeOperation({}, work, failed(reason)), name, NOON)

describe('what is read out', () => {
  it.each([
    [['Ana Ruiz'], 'Ana Ruiz needs help'],
    [['Ana', 'Bob'], 'Ana needs help. Bob needs help'],
    [['a', 'b', 'c', 'd'], '4 guests need help'],
    [['\u200b\u2060'], 'A guest needs help'],
    [['x'.repeat(500)], `${'x'.repeat(60)}… needs help`],
  ])('of help requests by %j', (names, words) => {
    expect(describeHelpRequests(names)).toBe(words)
  })

  it('of a message that failed', () => {
    expect(tell({ code: 'window_closed' })).toBe(
      'A message to Ana was not sent: the channel’s 24 hours since the guest’s last message are over',
    )
    expect(tell({ code: 'too_old' })).toBe('A message to Ana waits for your yes: written a while ago')
    expect(tell({ code: 'delivery_unknown' })).toBe('It is not known whether a message to Ana arrived')
  })

  it('of something else that failed', () => {
    const takeover: OperationWork = { kind: 'pause', payload: null }
    expect(tell({ code: 'holder_changed', holder: { id: 'm', name: 'Maria' } }, takeover)).toBe(
      'Ana: Not taken over: Maria has this chat now',
    )
    expect(tell({ code: 'forbidden' }, takeover, '')).toBe(
      'A guest: Not taken over: your role does not allow it',
    )
  })

  it('is nothing of what is on its way', () => {
    expect(describeFailure(makeOperation(), 'Ana', NOON)).toBeNull()
  })
})
