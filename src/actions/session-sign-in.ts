import { signIn as callSignIn, type Credentials } from '#src/api/auth.ts'
import { fetchCapabilities } from '#src/api/capabilities.ts'
import { ApiError, readFailure, type ApiFailure } from '#src/api/errors.ts'
import { askFirstList, hasFirstList, type FirstList } from '#src/api/first-list.ts'
import type { ApiTarget } from '#src/api/http.ts'
import { createApiSession } from '#src/api/session.ts'
import type { SignedInUser } from '#src/contract/auth.ts'
import type { Capabilities } from '#src/contract/capabilities.ts'
import { SignOutUnfinishedError } from '#src/db/errors.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import {
  readCapabilities,
  storeCapabilities,
  storeSignIn,
  type LiveSession,
} from '#src/db/session/sessions.ts'
import { isSocialSignIn } from '#src/domain/social-sign-in.ts'
import type { Recognition } from './session-recognition.ts'

export interface SignInDeps {
  sessionDb: SessionDatabase
  target: ApiTarget
  now(): number
  /** What `target` was recognised by while its person typed; absent where it is asked at the sign-in alone. */
  recognition?: Recognition
  /** The origin of the environment that a refusal names, where it may be tried there; null where not. */
  findAvailable(botType: string): string | null
  /** Goes on with sign-outs that are not finished; never rejects (D8). */
  finishSignOuts(): Promise<void>
  /** Takes what the console shows first, asked for as soon as there is a token; absent where this device has rows of theirs. */
  keepFirstList?: ((token: string, list: FirstList) => void) | undefined
}

/** How a sign-in ended; words for people are the screen's. */
export type SignInResult =
  | { type: 'signed-in'; session: LiveSession }
  | { type: 'wrong-credentials' }
  /** The environment refused whom the social network named. */
  | { type: 'social-rejected' }
  | { type: 'slowed-down'; retryAfterMs: number }
  | { type: 'unreachable' }
  /** Something answered in the environment's place; no password was sent to it where that was seen before. */
  | { type: 'unexpected-responder' }
  | { type: 'refused'; message: string | null }
  /** What this user's last sign-out left on the device can't be cleared: nobody gets at it again (D8). */
  | { type: 'not-cleared' }

/**
 * Signs in to an environment and stores the session. No password leaves before the environment was recognised. A refusal
 * that names an available environment is tried there, once (specification section 4): the session's origin is then that
 * one's, and a second refusal is the answer.
 */
export async function signIn(deps: SignInDeps, given: Credentials): Promise<SignInResult> {
  const credentials = { ...given, username: given.username.trim() }
  const first = await attemptSignIn(deps, deps.target, credentials)
  if (!('failure' in first)) return first
  const botType = first.failure.kind === 'unauthorized' ? first.failure.body?.availableBotType : undefined
  const origin = botType === undefined ? null : deps.findAvailable(botType)
  if (origin === null) return readResult(first.failure, credentials)
  const second = await attemptSignIn(deps, { ...deps.target, origin }, credentials)
  return 'failure' in second ? readResult(second.failure, credentials) : second
}

async function attemptSignIn(
  deps: SignInDeps,
  target: ApiTarget,
  credentials: Credentials,
): Promise<Extract<SignInResult, { type: 'signed-in' | 'not-cleared' }> | { failure: ApiFailure }> {
  const { sessionDb } = deps
  try {
    const lately = target === deps.target ? deps.recognition?.take() : null
    const { capabilities, store } = await learnCapabilities(
      sessionDb,
      target,
      lately ?? fetchCapabilities(target),
    )
    // The first write of an empty device takes as long as the call.
    const signingIn = callSignIn(target, credentials, capabilities.authPost).then((answer) => {
      askAhead(deps, target, answer.token, capabilities)
      return answer
    })
    const [{ user, token }] = await Promise.all([signingIn, store()])
    const session = await keepSession(deps, target.origin, user, token)
    return session ? { type: 'signed-in', session } : { type: 'not-cleared' }
  } catch (error) {
    return { failure: readFailure(error) }
  }
}

/** In this environment alone: another one is entered by a page of its own. */
function askAhead(
  { target: own, now, keepFirstList }: SignInDeps,
  target: ApiTarget,
  token: string,
  capabilities: Capabilities,
): void {
  if (!keepFirstList || target.origin !== own.origin || !hasFirstList(capabilities)) return
  const session = createApiSession(target, token, capabilities, () => undefined)
  keepFirstList(token, askFirstList(session, now(), new AbortController().signal))
}

/** Null where this user's last sign-out is still to be finished and can't be: the new token is revoked then. */
async function keepSession(
  { sessionDb, now, finishSignOuts }: SignInDeps,
  origin: string,
  user: SignedInUser,
  token: string,
): Promise<LiveSession | null> {
  const store = () => storeSignIn(sessionDb, origin, user, token, now())
  try {
    return await store().catch(async (error: unknown) => {
      if (!(error instanceof SignOutUnfinishedError)) throw error
      await finishSignOuts()
      return store()
    })
  } catch (error) {
    if (!(error instanceof SignOutUnfinishedError)) throw error
    await sessionDb.pendingRevocations.put({ token, origin })
    return null
  }
}

interface Learned {
  capabilities: Capabilities
  /** Keeps them. */
  store(): Promise<void>
}

/** As announced; a page of somebody else's is no answer, and without one the last known ones hold (CONTRACT section 2). */
async function learnCapabilities(
  sessionDb: SessionDatabase,
  target: ApiTarget,
  announced: Promise<Capabilities>,
): Promise<Learned> {
  try {
    const capabilities = await announced
    const store = () =>
      storeCapabilities(sessionDb, target.origin, capabilities).catch(async (error: unknown) => {
        // A device that takes nothing more goes on with those of before.
        if (!(await readCapabilities(sessionDb, target.origin))) throw error
      })
    return { capabilities, store }
  } catch (error) {
    const known = await readCapabilities(sessionDb, target.origin)
    if (!known || (error instanceof ApiError && error.failure.kind === 'unexpected-responder')) throw error
    return { capabilities: known, store: () => Promise.resolve() }
  }
}

function readResult(failure: ApiFailure, { username }: Credentials): SignInResult {
  switch (failure.kind) {
    case 'unauthorized':
      return { type: isSocialSignIn(username) ? 'social-rejected' : 'wrong-credentials' }
    case 'busy':
      return { type: 'slowed-down', retryAfterMs: failure.retryAfterMs }
    case 'refused':
      return { type: 'refused', message: failure.body?.message ?? null }
    case 'unexpected-responder':
      return { type: 'unexpected-responder' }
    default:
      return { type: 'unreachable' }
  }
}
