import { describe, expect, it } from 'vitest'
import { describeCounts } from '#src/features/session/describe-elsewhere.ts'
import { describeReason, describeSignIn, SOCIAL_CANCELLED } from '#src/features/session/describe-sign-in.ts'
import { isFacebookSdk, readAccessToken } from '#src/features/session/facebook-sdk.ts'
import { isSocialSignIn } from '#src/domain/social-sign-in.ts'

describe('the error catalogue’s sentences, to the letter (specification section 8)', () => {
  it('wrong login', () => {
    expect(describeSignIn({ type: 'wrong-credentials' })).toBe(
      'Wrong username or password, or user with such credentials not added to the system.',
    )
  })

  it('social login rejected and cancelled', () => {
    expect(describeSignIn({ type: 'social-rejected' })).toBe(
      'Can not authorise you view Facebook. Your account may not be allowed in here yet.',
    )
    expect(SOCIAL_CANCELLED).toBe('Facebook login was not completed, please try again.')
  })

  it.each([
    [0, '1 second'],
    [1_000, '1 second'],
    [1_001, '2 seconds'],
    [300_000, '300 seconds'],
  ])('slowed down for %s ms: %s', (retryAfterMs, span) => {
    expect(describeSignIn({ type: 'slowed-down', retryAfterMs })).toBe(
      `Too many tries. Try again in ${span}.`,
    )
  })

  it('a refusal has the environment’s words, or ours', () => {
    expect(describeSignIn({ type: 'refused', message: 'Not today.' })).toBe('Not today.')
    expect(describeSignIn({ type: 'refused', message: null })).toMatch(/refused the sign-in/)
  })

  it('why somebody is asked again, with and without a name', () => {
    expect(describeReason('session-ended', 'Maria')).toMatch(/^Your session has ended, Maria\./)
    expect(describeReason('session-ended', undefined)).toMatch(/^Your session has ended\./)
    expect(describeReason('long-away', 'Maria')).toMatch(/14 days/)
  })
})

describe('facebooklogin', () => {
  it.each([
    ['facebooklogin', true],
    ['  facebooklogin ', true],
    ['facebook', false],
    ['facebooklogin2', false],
    ['', false],
  ])('the username %j stands for it: %s', (username, expected) => {
    expect(isSocialSignIn(username)).toBe(expected)
  })

  it('the network’s answer holds a token only where the person finished', () => {
    const connected = { status: 'connected', authResponse: { accessToken: 'token', userID: '7' } }
    expect(readAccessToken(connected)).toBe('token')
    for (const answer of [
      { status: 'unknown', authResponse: null },
      { status: 'not_authorized' },
      { authResponse: { accessToken: '' } },
      { authResponse: { accessToken: 7 } },
      undefined,
      null,
      'token',
    ]) {
      expect(readAccessToken(answer)).toBeNull()
    }
  })

  it('what a script left behind is taken for the SDK only with both its calls', () => {
    const call = () => undefined
    expect(isFacebookSdk({ init: call, login: call })).toBe(true)
    for (const other of [undefined, null, {}, { init: call }, { init: call, login: 'yes' }, 'FB', call]) {
      expect(isFacebookSdk(other)).toBe(false)
    }
  })
})

describe('what waits elsewhere, in words', () => {
  it.each([
    [2, 0, '2 things unsent'],
    [1, 0, '1 thing unsent'],
    [0, 1, '1 draft'],
    [1, 2, '1 thing unsent and 2 drafts'],
    [0, 0, ''],
  ])('%s operations and %s drafts: %j', (operations, drafts, words) => {
    expect(describeCounts({ operations, drafts })).toBe(words)
  })
})
