import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { deliveriesSchema } from '#src/contract/deliveries.ts'
import { describeLimit, listReachedLimits } from '#src/features/alerts-table/describe-limits.ts'
import { checkRecipients } from '#src/features/alerts-table/declare-alerts.tsx'
import { describeLast } from '#src/features/alerts-table/alert-status.tsx'
import {
  canBeSent,
  describeCause,
  describeOccasion,
  describeRecipient,
  describeStatus,
  listMissingSenders,
} from '#src/features/alerts-table/describe-delivery.ts'

type Delivery = Parameters<typeof describeStatus>[0]

const NOW = Date.parse('2026-11-21T22:00:00Z')
const delivery = (fields: Partial<Delivery> = {}): Delivery => ({
  id: 'd',
  at: '2026-11-21T21:56:00.000Z',
  alertId: 'a',
  alertName: 'Desk',
  type: 'email',
  notificationType: 'user_needs_help',
  sendTo: 'desk@hotel.example',
  status: 'sent',
  attempts: 1,
  nextAt: null,
  error: null,
  chatId: null,
  isTest: false,
  guests: 1,
  isDigest: false,
  ...fields,
})
const waiting = (attempts: number, nextAt: string | null) => delivery({ status: 'waiting', attempts, nextAt })

describe('a delivery in words', () => {
  it.each([
    [delivery(), 'Sent'],
    [delivery({ status: 'failed' }), 'Not sent'],
    [delivery({ status: null }), 'Not known'],
    [waiting(0, '2026-11-21T22:00:00Z'), 'On its way'],
    [waiting(1, '2026-11-21T22:00:19.500Z'), 'Tried once, again in 20 s'],
    [waiting(3, '2026-11-21T22:01:01Z'), 'Tried 3 times, again in 2 min'],
    [waiting(2, '2026-11-21T21:59:00Z'), 'Tried 2 times, again now'],
    [waiting(2, null), 'Tried 2 times'],
    [{ ...waiting(0, '2026-11-21T22:07:30Z'), isDigest: true }, 'Goes out in 8 min'],
    [{ ...waiting(1, '2026-11-21T22:00:20Z'), isDigest: true }, 'Tried once, again in 20 s'],
  ])('%#: its status', (row, words) => {
    expect(describeStatus(row, NOW)).toBe(words)
  })

  it('says when, for what and to whom', () => {
    expect(describeLast(delivery(), NOW)).toBe('Sent 4 minutes ago')
    expect(describeLast(waiting(0, null), NOW)).toBe('On its way')
    expect(describeLast(undefined, NOW)).toBe('Nothing sent lately')
    expect(describeOccasion('new_user_started_conversation')).toBe('A new guest started a conversation')
    expect(describeOccasion('something_else')).toBe('something_else')
    expect(describeRecipient(delivery())).toBe('by email to desk@hotel.example')
    expect(describeRecipient(delivery({ type: null }))).toBe('to desk@hotel.example')
  })
})

describe('a digest', () => {
  const digest = (fields: Partial<Delivery> = {}) =>
    delivery({ isDigest: true, type: 'SMS', sendTo: '+17025550199', guests: 35, ...fields })

  it('says of how many guests it speaks', () => {
    expect(describeCause(digest())).toBe('A guest needs help, and 34 more guests')
    expect(describeCause(digest({ guests: 2 }))).toBe('A guest needs help, and 1 more guest')
    expect(describeCause(digest({ guests: 1 }))).toBe('A guest needs help')
    expect(describeCause(delivery({ isTest: true }))).toBe('A test')
    expect(describeLimit('SMS')).toBe('10 SMS in an hour')
  })

  it('tells whose limit was reached within a day, once for each recipient and occasion', () => {
    const rows = [
      digest({ at: '2026-11-21T21:50:00.000Z', guests: 5, alertName: 'Night' }),
      delivery(),
      digest({ at: '2026-11-21T21:40:00.000Z', sendTo: 'desk@hotel.example', type: 'email' }),
      digest({ at: '2026-11-21T21:30:00.000Z', guests: 30 }),
      digest({ at: '2026-11-20T21:59:00.000Z', sendTo: '+1702' }),
      digest({ at: '', sendTo: '+1703' }),
    ]
    const found = listReachedLimits(rows, NOW).map(({ sendTo, alertName, at, guests }) => [
      sendTo,
      alertName,
      new Date(at).toISOString(),
      guests,
    ])
    expect(found).toEqual([
      ['+17025550199', 'Night', '2026-11-21T21:50:00.000Z', 35],
      ['desk@hotel.example', 'Desk', '2026-11-21T21:40:00.000Z', 35],
    ])
  })

  it('is none where an environment says nothing of it', () => {
    const [plain] = v.parse(deliveriesSchema, [{ id: 'd', at: '2026-11-21T21:56:00.000Z', status: 'sent' }])
    expect(plain).toMatchObject({ guests: 1, isDigest: false })
    expect(plain).not.toHaveProperty('unreadable')
  })
})

describe('senders', () => {
  const alert = { id: 'a', isEnabled: true, name: '', type: 'SMS', notificationType: '', sendTo: '' }

  it('names the types that reach nobody, and nothing where the environment does not say', () => {
    expect(listMissingSenders({ email: true, SMS: false })).toEqual(['SMS'])
    expect(listMissingSenders({ email: false, SMS: false })).toEqual(['email', 'SMS'])
    expect(listMissingSenders(null)).toEqual([])
    expect(canBeSent(alert, { email: true, SMS: false })).toBe(false)
    expect(canBeSent({ ...alert, type: 'email' }, { email: true, SMS: false })).toBe(true)
    expect(canBeSent(alert, null)).toBe(true)
  })
})

describe('to whom an alert goes', () => {
  it.each([
    ['email', 'desk@hotel.example', true],
    ['email', 'a@b.example, c@d.example', true],
    ['email', '7025550199', false],
    ['email', 'a@b.example; c@d.example', false],
    ['SMS', '7025550199', true],
    ['SMS', '+34 600 111 222', true],
    ['SMS', 'desk@hotel.example', false],
    ['SMS', '12', false],
    ['carrier pigeon', 'the roof', true],
  ])('%s to %s', (type, sendTo, isRight) => {
    expect(checkRecipients(type, sendTo) === null).toBe(isRight)
  })
})
