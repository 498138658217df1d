import { signIn as callSignIn } from '#src/api/auth.ts'
import { fetchCapabilities } from '#src/api/capabilities.ts'
import { ApiError, type ApiFailure } from '#src/api/errors.ts'
import type { ApiTarget } from '#src/api/http.ts'
import type { Capabilities } from '#src/contract/capabilities.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import {
  readCapabilities,
  storeCapabilities,
  storeSignIn,
  type LiveSession,
} from '#src/db/session/sessions.ts'

export interface SignInDeps {
  sessionDb: SessionDatabase
  target: ApiTarget
  now(): number
}

/** How a sign-in ended; words for people are the screen's. */
export type SignInResult =
  | { type: 'signed-in'; session: LiveSession }
  | { type: 'wrong-credentials' }
  | { type: 'slowed-down'; retryAfterMs: number }
  | { type: 'unreachable' }
  /** Something answered in the environment's place; no password was sent to it where that was seen before. */
  | { type: 'foreign' }
  | { type: 'refused'; message: string | null }

/** Signs in to an environment and stores the session. No password leaves before the environment was recognised. */
export async function signIn(
  { sessionDb, target, now }: SignInDeps,
  credentials: { username: string; password: string },
): Promise<SignInResult> {
  try {
    const capabilities = await learnCapabilities(sessionDb, target)
    const username = credentials.username.trim()
    const { user, token } = await callSignIn(
      target,
      { ...credentials, username, token: '' },
      capabilities.authPost,
    )
    return { type: 'signed-in', session: await storeSignIn(sessionDb, target.origin, user, token, now()) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return readResult(error.failure)
  }
}

/** As announced now; a page of somebody else's is no answer, and then the last known ones hold (CONTRACT section 2). */
async function learnCapabilities(sessionDb: SessionDatabase, target: ApiTarget): Promise<Capabilities> {
  try {
    const capabilities = await fetchCapabilities(target)
    await storeCapabilities(sessionDb, target.origin, capabilities)
    return capabilities
  } catch (error) {
    const known = await readCapabilities(sessionDb, target.origin)
    if (!known || (error instanceof ApiError && error.failure.kind === 'foreign')) throw error
    return known
  }
}

function readResult(failure: ApiFailure): SignInResult {
  switch (failure.kind) {
    case 'unauthorized':
      return { type: 'wrong-credentials' }
    case 'busy':
      return { type: 'slowed-down', retryAfterMs: failure.retryAfterMs }
    case 'refused':
      return { type: 'refused', message: failure.body?.message ?? null }
    case 'foreign':
      return { type: 'foreign' }
    default:
      return { type: 'unreachable' }
  }
}
