import { describe, expect, it } from 'vitest'
import { describeHealth, describeStopped } from '#src/features/alerts/describe-health.ts'
import { listFacts } from '#src/features/alerts/describe-facts.ts'
import {
  canTurnOn,
  hasStopped,
  evaluateHealth,
  type AlertsFacts,
  type AlertsOutcome,
  type Health,
} from '#src/features/alerts/health.ts'
import { NOON } from '#tests/support/local.ts'

const HERE = 'https://bot.example'
const ME = { origin: HERE, userId: 'me' }
const MINE = { ...ME, userName: 'Agent', hideNames: false }
/** Alerts are off, and nothing stands in their way. */
const FREE: AlertsFacts = {
  support: 'yes',
  permission: 'default',
  isOffered: true,
  owner: null,
  wish: null,
  isSubscribed: false,
  outcome: null,
  isBusy: false,
  last: null,
}
/** Alerts are on, and the last look found them so. */
const ON: AlertsFacts = {
  ...FREE,
  permission: 'granted',
  owner: MINE,
  wish: { hideNames: false },
  isSubscribed: true,
  outcome: 'on',
}

const CASES: [string, Partial<AlertsFacts>, AlertsFacts, Health['kind'], string][] = [
  ['nothing was done yet', {}, FREE, 'off', 'Alerts are off'],
  ['all is well', {}, ON, 'on', 'Alerts are on'],
  ['the last look is yet to come', { outcome: null }, ON, 'on', 'Alerts are on'],
  ['the browser was not asked yet', { outcome: null, isSubscribed: null }, ON, 'checking', 'Looking …'],
  ['a look is under way', { outcome: null, isSubscribed: false, isBusy: true }, ON, 'checking', 'Looking …'],
  [
    'there is no line to look',
    { outcome: null, isSubscribed: false },
    ON,
    'unreachable',
    'The hotel does not know yet',
  ],
  [
    'the environment could not be told',
    { outcome: 'unreachable' },
    ON,
    'unreachable',
    'The hotel does not know yet',
  ],
  ['the environment sends none', { isOffered: false }, ON, 'not-offered', 'This environment sends no alerts'],
  [
    'an iPhone shows it in a tab',
    { support: 'home-screen' },
    FREE,
    'home-screen',
    'Alerts need Bellhop on the Home Screen',
  ],
  ['the browser can’t', { support: 'no' }, FREE, 'unsupported', 'This browser takes no alerts'],
  ['the person said no', { permission: 'denied' }, FREE, 'blocked', 'Alerts are blocked'],
  ['the permission was taken back', { permission: 'denied' }, ON, 'blocked', 'Alerts are blocked'],
  ['the browser says no all the same', { outcome: 'blocked' }, ON, 'blocked', 'Alerts are blocked'],
  ['the browser forgot the permission', { permission: 'default' }, ON, 'off', 'Alerts are off'],
  ['no worker runs', { outcome: 'no-worker' }, ON, 'no-worker', 'Bellhop is not kept on this device yet'],
  [
    'no worker ran at the tap',
    { outcome: 'no-worker' },
    FREE,
    'no-worker',
    'Bellhop is not kept on this device yet',
  ],
  ['there is no push service', { outcome: 'no-push-service' }, FREE, 'no-push-service', 'No push service'],
  ['the push service went away', { outcome: 'no-push-service' }, ON, 'no-push-service', 'No push service'],
  [
    'the environment refuses it',
    { outcome: 'refused' },
    FREE,
    'refused',
    'The hotel does not take this browser',
  ],
  ['the device failed', { outcome: 'failed' }, FREE, 'failed', 'This device could not do it'],
  ['the device failed later', { outcome: 'failed' }, ON, 'failed', 'This device could not do it'],
  ['the question was closed', { outcome: 'unanswered' }, FREE, 'off', 'Alerts are off'],
  [
    'they are a colleague’s',
    { owner: { ...MINE, userId: 'maria', userName: 'Maria' } },
    ON,
    'others',
    'Alerts here are somebody else’s',
  ],
  [
    'they are for another environment',
    { owner: { ...MINE, origin: 'https://stage.example' } },
    ON,
    'others',
    'Alerts here are for another environment',
  ],
]

const name = (origin: string) => (origin === 'https://stage.example' ? 'Stage' : origin)
const evaluate = (fields: Partial<AlertsFacts>, base = ON) => {
  const facts = { ...base, ...fields }
  const health = evaluateHealth(facts, ME)
  return { facts, health, words: describeHealth(health, facts, name) }
}

describe('how alerts are on this device (W4)', () => {
  it.each(CASES)('where %s', (_, fields, base, kind, title) => {
    const { health, words } = evaluate(fields, base)
    expect(health.kind).toBe(kind)
    expect(words.title).toBe(title)
    expect(words.text.length).toBeGreaterThan(20)
  })

  it('names whose they are, and where', () => {
    const maria = { ...MINE, userId: 'maria', userName: 'Maria' }
    const there = { origin: 'https://stage.example' }
    expect(evaluate({ owner: maria }).words.text).toContain('are for Maria.')
    expect(evaluate({ owner: { ...maria, ...there } }).words.text).toContain('are for Maria in Stage.')
    expect(evaluate({ owner: { ...MINE, ...there } }).words.text).toContain('are for you in Stage.')
    expect(evaluate({ owner: { ...maria, userName: '' } }).words.text).toContain('another person')
  })

  it('says what happens next: the browser asks only where it was not asked', () => {
    expect(evaluate({}, FREE).words.text).toContain('asks for permission next')
    expect(evaluate({ permission: 'granted' }, FREE).words.text).not.toContain('permission')
    expect(evaluate({ outcome: 'unanswered' }, FREE).words.text).toContain('without an answer')
    expect(evaluate({ permission: 'default' }).words.text).toContain('no longer knows')
  })

  it('what a tap can’t help is not offered', () => {
    const kinds = CASES.flatMap(([, fields, base]) => {
      const { health } = evaluate(fields, base)
      return canTurnOn(health) ? [health.kind] : []
    })
    expect(new Set(kinds)).toEqual(
      new Set(['off', 'others', 'no-push-service', 'refused', 'no-worker', 'failed']),
    )
  })
})

describe('the quiet line for whoever had alerts', () => {
  it.each<[string, Partial<AlertsFacts>, string, 'turn-on' | 'show']>([
    ['they signed out in between', { owner: null, outcome: 'off' }, 'ended when you left', 'turn-on'],
    ['the browser forgot', { permission: 'default' }, 'no longer knows', 'turn-on'],
    ['it is blocked', { permission: 'denied' }, 'blocks', 'show'],
    [
      'a colleague took them',
      { owner: { ...MINE, userId: 'm', userName: 'Maria' } },
      'for Maria now',
      'show',
    ],
    [
      'another environment has them',
      { owner: { ...MINE, origin: 'https://x.example' } },
      'another environment',
      'show',
    ],
    ['the environment stopped', { isOffered: false }, 'sends none', 'show'],
    ['it is refused', { outcome: 'refused' }, 'does not take', 'show'],
    ['there is no push service', { outcome: 'no-push-service' }, 'no longer reach', 'show'],
  ])('is said where %s', (_, fields, words, way) => {
    const { health, facts } = evaluate(fields)
    expect(hasStopped(health, facts)).toBe(true)
    expect(describeStopped(health, facts)).toEqual({ text: expect.stringContaining(words) as string, way })
  })

  it.each<[string, Partial<AlertsFacts>]>([
    ['they are on', {}],
    ['that passes by itself', { outcome: 'unreachable' }],
    ['it is being looked at', { permission: 'denied', isBusy: true }],
    ['nobody wanted them, or not any more', { permission: 'denied', wish: null }],
  ])('is not said where %s', (_, fields) => {
    const { health, facts } = evaluate(fields)
    expect(hasStopped(health, facts)).toBe(false)
  })
})

describe('what is known of alerts', () => {
  const list = (fields: Partial<AlertsFacts>, isInstalled = false) => {
    const { facts, health } = evaluate(fields)
    return Object.fromEntries(
      listFacts(facts, health, isInstalled).map(({ name: key, value }) => [key, value]),
    )
  }

  it('where they are on', () => {
    expect(list({ last: { at: NOON, kind: 'needs_help' } }, true)).toEqual({
      'This environment': 'Sends alerts',
      Permission: 'Allowed',
      Subscription: 'Yours, known to the hotel',
      Bellhop: 'Runs from its own icon',
      'Last alert': expect.stringMatching(/^20 Nov .*: a guest needed help$/) as string,
    })
  })

  it('where they are not', () => {
    expect(list({ isOffered: false, permission: 'denied', isSubscribed: false })).toEqual({
      'This environment': 'Sends no alerts',
      Permission: 'Blocked in this device’s settings',
      Subscription: 'None',
      Bellhop: 'Runs in the browser',
      'Last alert': 'None came yet',
    })
    expect(list({ support: 'home-screen' }).Permission).toBe('This browser takes no alerts here')
    expect(list({ owner: { ...MINE, userId: 'maria' } }).Subscription).toBe('For somebody else')
    expect(list({ outcome: 'unreachable' satisfies AlertsOutcome }).Subscription).toBe('Yours')
    expect(list({ last: { at: NOON, kind: 'of-a-newer-build' } })['Last alert']).toMatch(/: an alert$/)
  })
})
