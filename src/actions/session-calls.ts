import type { ApiSession, ApiTarget } from '#src/api/http.ts'
import { createApiSession } from '#src/api/session.ts'
import type { Capabilities } from '#src/contract/capabilities.ts'
import { SessionEndedError } from '#src/db/errors.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { isLive, lockSession, readCapabilities, type LiveSession } from '#src/db/session/sessions.ts'
import type { Workspace } from '#src/db/workspace.ts'

/**
 * The session that a call of this workspace's person is made under (O4): read anew for each, since another tab may have
 * ended it. The environment's 401 locks the screen (D8). Throws SessionEndedError where it is over or another's.
 */
export async function openCallSession(
  sessionDb: SessionDatabase,
  target: ApiTarget,
  { origin, user, epoch }: Workspace,
): Promise<ApiSession> {
  const session = await sessionDb.sessions.get(origin)
  if (!isLive(session) || session.user.id !== user.id || session.epoch !== epoch)
    throw new SessionEndedError()
  return openLiveSession(sessionDb, target, session, await readCapabilities(sessionDb, origin))
}

/** The session for calls of whoever is signed in; the environment's 401 locks the screen (D8). */
export function openLiveSession(
  sessionDb: SessionDatabase,
  target: ApiTarget,
  { origin, token }: Pick<LiveSession, 'origin' | 'token'>,
  capabilities: Capabilities | null,
): ApiSession {
  return createApiSession(target, token, capabilities, () => void lockSession(sessionDb, origin, token))
}
