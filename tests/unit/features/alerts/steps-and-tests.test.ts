import { describe, expect, it } from 'vitest'
import type { Browser, System } from '#src/domain/devices/platform.ts'
import { evaluateTest, LATE_AFTER_MS, type AskedTest } from '#src/features/alerts/evaluate-test.ts'
import { listUnblockSteps } from '#src/features/alerts/unblock-steps.ts'
import { NOON } from '#tests/support/local.ts'

describe('how notifications are allowed again', () => {
  it.each<[System, Browser, boolean, RegExp]>([
    ['ios', 'safari', true, /Settings app.*“Allow Notifications”/s],
    ['android', 'chrome', false, /left of the address.*Permissions.*Apps”, Chrome/s],
    ['android', 'edge', false, /Apps”, Edge/],
    ['android', 'chrome', true, /Hold Bellhop’s icon.*App info/s],
    ['android', 'samsung', false, /Sites and downloads/],
    ['android', 'firefox', false, /lock beside the address/],
    ['windows', 'chrome', false, /Site settings.*Windows’ Settings.*Chrome/s],
    ['macos', 'chrome', false, /Site settings.*System Settings.*Chrome/s],
    ['linux', 'chrome', false, /Site settings.*mutes Chrome/s],
    ['windows', 'edge', false, /Permissions for this site.*Microsoft Edge/s],
    ['macos', 'safari', false, /“Websites” and “Notifications”/],
    ['linux', 'firefox', false, /crossed-out speech bubble/],
    ['other', 'other', false, /Allow notifications/],
  ])('on %s in %s (installed: %s)', (system, browser, isInstalled, words) => {
    const steps = listUnblockSteps({ system, browser }, isInstalled)
    expect(steps.join('\n')).toMatch(words)
    expect(steps.length).toBeGreaterThanOrEqual(3)
    expect(steps.length).toBeLessThanOrEqual(4)
    expect(new Set(steps).size).toBe(steps.length)
    expect(steps.at(-1)).toContain('Come back here')
  })
})

describe('what is said of a test', () => {
  const sent: AskedTest = { at: NOON, outcome: { kind: 'sent', devices: 1 } }
  const say = (test: AskedTest | null, now = NOON, last: Parameters<typeof evaluateTest>[1] = null) =>
    evaluateTest(test, last, now)

  it('nothing before one was asked for', () => {
    expect(say(null, NOON, { at: NOON, kind: 'test' })).toEqual({ kind: 'none', words: '' })
  })

  it('it is asked for, on its way, late, and there', () => {
    expect(say({ at: NOON, outcome: null }).kind).toBe('asking')
    expect(say(sent).kind).toBe('waiting')
    expect(say(sent, NOON + LATE_AFTER_MS).kind).toBe('late')
    const arrived = say(sent, NOON, { at: NOON + 1_200, kind: 'test' })
    expect(arrived).toEqual({ kind: 'arrived', words: 'The test has arrived, 2 seconds after you sent it.' })
    // Also where it was late, and where it was quicker than the answer to the question.
    expect(say(sent, NOON + LATE_AFTER_MS, { at: NOON + 40_000, kind: 'test' }).kind).toBe('arrived')
    expect(say({ at: NOON, outcome: null }, NOON, { at: NOON, kind: 'test' }).words).toContain(
      '1 second after',
    )
  })

  it('an earlier test, or another alert, is not this one', () => {
    expect(say(sent, NOON, { at: NOON - 1, kind: 'test' }).kind).toBe('waiting')
    expect(say(sent, NOON, { at: NOON + 1, kind: 'needs_help' }).kind).toBe('waiting')
  })

  it.each<[AskedTest['outcome'], RegExp]>([
    [{ kind: 'no-device' }, /off and on again/],
    [{ kind: 'too-many', retryAfterMs: 30_000 }, /in 30 seconds/],
    [{ kind: 'too-many', retryAfterMs: 200 }, /in 1 second\./],
    [{ kind: 'signed-out' }, /Sign in again/],
    [{ kind: 'not-offered' }, /sends no alerts/],
    [{ kind: 'unreachable' }, /connection is back/],
    [{ kind: 'refused', message: 'Not today.' }, /^Not today\.$/],
    [{ kind: 'refused', message: null }, /refused the test/],
  ])('where it could not be sent: %j', (outcome, words) => {
    const state = say({ at: NOON, outcome })
    expect(state.kind).toBe('problem')
    expect(state.words).toMatch(words)
  })
})
