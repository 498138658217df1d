import { openAndClear } from '#src/db/clear-workspace.ts'
import type { AlertsPerson } from '#src/db/session/alerts.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import {
  readPendingClearings,
  removePendingClearing,
  type PendingClearing,
} from '#src/db/session/pending-clearings.ts'
import type { DatabaseOptions } from '#src/db/workspace.ts'
import { logger } from '#src/lib/logger.ts'
import { within } from '#src/lib/within.ts'

/** Nobody waits longer for a database that does not answer; whatever it still does is done. */
export const CLEAR_WITHIN_MS = 5_000

export interface FinishDeps {
  sessionDb: SessionDatabase
  databases: DatabaseOptions
  /** Ends their alerts and closes shown ones, within a bounded time and without an error. */
  unsubscribeAlerts(leaver: AlertsPerson): Promise<void>
}

/**
 * Goes on with sign-outs that were interrupted or failed, whoever's and wherever it was (D8). One that fails again stays
 * pending for the next start and holds nobody else up: its user can't sign in before it is done.
 */
export async function finishSignOuts({ sessionDb, databases, unsubscribeAlerts }: FinishDeps): Promise<void> {
  const pending = await readPendingClearings(sessionDb)
  await Promise.all(
    pending.map((clearing) =>
      finishSignOut(
        sessionDb,
        clearing,
        () => openAndClear(clearing, databases),
        unsubscribeAlerts(clearing),
      ),
    ),
  )
}

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
