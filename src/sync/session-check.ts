import { SessionEndedError } from '#src/db/errors.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import type { LiveSession } from '#src/db/session/sessions.ts'

/** So long after a look nothing is asked of the database again, ms: a page that runs hears of an end by itself. */
const TRUSTED_MS = 1_000

/**
 * Before a call goes out: looks whether its session still holds, unless that was seen just now. A page that stood still while
 * another one signed out goes on with its calls before it hears of the end (D8: a tab rechecks on thaw), and the token may be
 * good for as long as the environment can't be told. Calls `onEnded` and throws SessionEndedError where the session has ended;
 * a database that can't be read says nothing. `now`: ms of a monotonic clock.
 */
export function createSessionCheck(
  sessionDb: SessionDatabase,
  session: LiveSession,
  now: () => number,
  onEnded: () => void,
): () => Promise<void> {
  let seenAt = now()
  return async () => {
    const lookedAt = now()
    if (lookedAt - seenAt < TRUSTED_MS) return
    const row = await sessionDb.sessions.get(session.origin).catch(() => session)
    if (row?.token !== session.token) {
      onEnded()
      throw new SessionEndedError()
    }
    seenAt = lookedAt
  }
}
