import type { LiveSession } from '#src/db/session/sessions.ts'
import type { ConnectionStore } from '#src/lib/connection.ts'
import { logger } from '#src/lib/logger.ts'

/** How old what is known of the signed-in user may be before the environment is asked again: their role may have changed. */
const RENEW_AFTER_MS = 10 * 60_000

/**
 * Makes the function that has `renew` ask who a session's user is now, where that is due and there is a line.
 * `isChanged`: the environment says that they are another than before, which makes it due.
 */
export function createRenewal(
  renew: (session: LiveSession, now: number) => Promise<unknown>,
  connection: ConnectionStore,
): (session: LiveSession, isChanged?: boolean) => void {
  let triedAt = 0
  return (session, isChanged = false) => {
    const now = Date.now()
    const isFresh = now - Math.max(triedAt, session.userAsOf ?? 0) < RENEW_AFTER_MS
    if (!isChanged && (isFresh || connection.get().kind !== 'live')) return
    triedAt = now
    renew(session, now).catch((error: unknown) =>
      logger.warn('the session could not be renewed', { error: String(error) }),
    )
  }
}
