import type { TestOutcome } from '#src/actions/session-test-alert.ts'
import type { LastAlert } from '#src/db/session/alerts.ts'

/** A test that was asked for: when, ms of the device's clock, and what became of asking; null while it is being asked. */
export interface AskedTest {
  at: number
  outcome: TestOutcome | null
}

/** After this long a push that was sent is late; it may still come. */
export const LATE_AFTER_MS = 30_000

/** What is said of a test. `arrived`: this device has shown it. */
export type TestState = {
  kind: 'none' | 'asking' | 'waiting' | 'late' | 'arrived' | 'problem'
  words: string
}

/** `now`: ms of the device's clock, by which the worker notes what came, too. */
export function evaluateTest(test: AskedTest | null, last: LastAlert | null, now: number): TestState {
  if (test === null) return { kind: 'none', words: '' }
  if (last?.kind === 'test' && last.at >= test.at) {
    return {
      kind: 'arrived',
      words: `The test has arrived, ${describeSeconds(last.at - test.at)} after you sent it.`,
    }
  }
  const { outcome } = test
  if (outcome === null) return { kind: 'asking', words: 'Asking the hotel for a test …' }
  if (outcome.kind !== 'sent') return { kind: 'problem', words: describeProblem(outcome) }
  if (now - test.at < LATE_AFTER_MS) {
    return { kind: 'waiting', words: 'The test is on its way. It appears as a notification.' }
  }
  return {
    kind: 'late',
    words:
      'The test has not arrived yet. Look whether this device is on “Do not disturb”, saves its battery or has no connection.',
  }
}

function describeProblem(outcome: Exclude<TestOutcome, { kind: 'sent' }>): string {
  switch (outcome.kind) {
    case 'no-device':
      return 'The hotel does not know this device any more. Turn alerts off and on again.'
    case 'too-many':
      return `That were many tests. Try again in ${describeSeconds(outcome.retryAfterMs)}.`
    case 'signed-out':
      return 'Your session has ended. Sign in again.'
    case 'not-offered':
      return 'This environment sends no alerts.'
    case 'unreachable':
      return 'The hotel can’t be reached now. Try again when the connection is back.'
    case 'refused':
      return outcome.message ?? 'The hotel refused the test.'
  }
}

function describeSeconds(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
