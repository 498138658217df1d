import { signIn as callSignIn } from '#src/api/auth.ts'
import { ApiError } from '#src/api/errors.ts'
import type { ApiTarget } from '#src/api/http.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { readCapabilities, storeUser, type LiveSession } from '#src/db/session/sessions.ts'
import { isSocialSignIn } from '#src/domain/social-sign-in.ts'

/**
 * Asks the environment who the signed-in user is now, by the stored token and an empty password (CONTRACT section 3), so
 * that a changed role or name is seen without a new sign-in. A failure changes nothing: a session that has ended is found
 * out by every other call.
 */
export async function renewUser(
  sessionDb: SessionDatabase,
  target: ApiTarget,
  { user, token }: LiveSession,
  now: number,
): Promise<void> {
  // Under this name, in any spelling, a token is the social network's, and ours must not go there.
  if (isSocialSignIn(user.username.toLowerCase())) return
  const capabilities = await readCapabilities(sessionDb, target.origin)
  if (!capabilities) return
  try {
    const credentials = { username: user.username, password: '', token }
    const answer = await callSignIn(target, credentials, capabilities.authPost)
    await storeUser(sessionDb, target.origin, token, answer.user, now)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
