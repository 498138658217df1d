import { ApiError, type ApiFailure } from '#src/api/errors.ts'
import type { WriteAnswer } from '#src/api/rows.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import type { ConnectionStatus } from '#src/lib/connection.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1_000
const SESSION_ENDED = 'Your session has ended.'

/** Why a list could not be read, in words. */
export function describeFailure(failure: ApiFailure): string {
  switch (failure.kind) {
    case 'unreachable':
    case 'aborted':
      return 'The environment could not be reached.'
    case 'unexpected-responder':
      return 'Something else answered in the environment’s place. Does this Wi-Fi want you to sign in?'
    case 'unauthorized':
      return SESSION_ENDED
    case 'busy':
      return `The environment is busy. Try again in ${describeWait(failure.retryAfterMs)}.`
    case 'refused':
      return failure.body?.message || `The environment refused it (${failure.status}).`
    case 'server':
      return `The environment had a fault of its own (${failure.status}). Try again.`
  }
}

/** Why a call that only reads failed, in words. Throws on what is no failure of a call: a fault of ours. */
export function describeReadFailure(error: unknown): string {
  if (error instanceof ApiError) return describeFailure(error.failure)
  if (error instanceof SessionEndedError) return SESSION_ENDED
  throw error
}

type Unwritten = Exclude<WriteAnswer<unknown>['kind'], 'done' | 'changed' | 'gone'>

/** Why something was not written, in words. `isKeyed`: asked for again, it is not done twice (CONTRACT section 2). */
export function describeUnwritten(
  answer: Extract<WriteAnswer<unknown>, { kind: Unwritten }>,
  isKeyed: boolean,
): string {
  switch (answer.kind) {
    case 'refused':
      return answer.message ?? 'The environment refused it and gave no reason.'
    case 'busy':
      return `The environment is busy. Try again in ${describeWait(answer.retryAfterMs)}.`
    case 'signed-out':
      return 'Your session has ended. Sign in again, then repeat it.'
    case 'unreachable':
      return isKeyed
        ? 'The environment did not answer. Try again: it is not done twice.'
        : 'The environment did not answer. It may have been done all the same: read the list again before you repeat it.'
  }
}

/** Why nothing can be written just now, in words; null: it can. A line that is only being tried does not forbid it. */
export function describeReadOnly({ kind }: ConnectionStatus): string | null {
  switch (kind) {
    case 'live':
    case 'connecting':
      return null
    case 'offline':
      return 'You are offline.'
    case 'captive-portal':
      return 'This Wi-Fi wants you to sign in.'
    case 'signed-out':
      return 'You are signed out.'
  }
}

function describeWait(ms: number): string {
  if (ms >= MINUTE_MS) return `${Math.ceil(ms / MINUTE_MS)} min`
  return `${Math.max(1, Math.ceil(ms / SECOND_MS))} s`
}
