import type { AlertsPerson } from '#src/db/session/alerts.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { readPendingClearings, type PendingClearing } from '#src/db/session/pending-clearings.ts'
import type { DatabaseOptions } from '#src/db/workspace.ts'
import { logger } from '#src/lib/logger.ts'

export interface FinishDeps {
  sessionDb: SessionDatabase
  databases: DatabaseOptions
  /** Ends their alerts and closes shown ones, within a bounded time and without an error. */
  unsubscribeAlerts(leaver: AlertsPerson): Promise<void>
}

/**
 * Goes on with sign-outs that were interrupted or failed, whoever's and wherever it was (D8). One that fails again stays
 * pending for the next start and holds nobody else up: its user can't sign in before it is done. What clears is loaded where
 * there is something to clear.
 */
export async function finishSignOuts(deps: FinishDeps): Promise<void> {
  const pending = await readPendingClearings(deps.sessionDb)
  if (pending.length === 0) return
  await finishAll(deps, pending).catch((error: unknown) =>
    logger.error('a sign-out could not be finished', { error: String(error) }),
  )
}

async function finishAll(
  { sessionDb, databases, unsubscribeAlerts }: FinishDeps,
  pending: readonly PendingClearing[],
): Promise<void> {
  const [finishSignOut, openAndClear] = await Promise.all([
    import('./finish-sign-out.ts').then((module) => module.finishSignOut),
    import('#src/db/clear-workspace.ts').then((module) => module.openAndClear),
  ])
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
