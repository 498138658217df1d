import type { SessionDatabase } from '#src/db/session/database.ts'
import { removePendingClearing, type PendingClearing } from '#src/db/session/pending-clearings.ts'
import { logger } from '#src/lib/logger.ts'
import { within } from '#src/lib/within.ts'

/** Nobody waits longer for a database that does not answer; whatever it still does is done. */
export const CLEAR_WITHIN_MS = 5_000

/** `clear` and the end of alerts do not wait for each other. Never rejects: what failed is still pending. */
export async function finishSignOut(
  sessionDb: SessionDatabase,
  clearing: PendingClearing,
  clear: () => Promise<void>,
  unsubscribed: Promise<void>,
): Promise<void> {
  const finish = async () => {
    await clear()
    await unsubscribed
    await removePendingClearing(sessionDb, clearing)
  }
  try {
    await within(CLEAR_WITHIN_MS, finish())
  } catch (error) {
    logger.error('a sign-out could not be finished', { error: String(error) })
  }
}
