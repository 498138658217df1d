import { signOut as callSignOut } from '#src/api/auth.ts'
import { ApiError } from '#src/api/errors.ts'
import type { ApiTarget } from '#src/api/http.ts'
import { clearWorkspace } from '#src/db/clear-workspace.ts'
import type { OutboxDatabase } from '#src/db/outbox/database.ts'
import { readUnsentWork, type UnsentWork } from '#src/db/outbox/unsent-work.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import type { UnsentChoice } from '#src/db/session/pending-clearings.ts'
import { endSession, readCapabilities } from '#src/db/session/sessions.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { logger } from '#src/lib/logger.ts'
import { within } from '#src/lib/within.ts'
import { finishSignOut } from './finish-sign-out.ts'

/** Whoever leaves waits no longer for the list of what they discard. */
const LIST_WITHIN_MS = 1_000

/** What ends with a session beside its databases. */
export interface Leaving {
  /** Nothing of it is on the wire any more. */
  abortRequests(): void
  /** Alerts end and shown ones are closed, within a bounded time and without an error: without a line too. */
  unsubscribeAlerts(): Promise<void>
}

const NOTHING_ELSE: Leaving = { abortRequests: () => undefined, unsubscribeAlerts: () => Promise.resolve() }

/**
 * Signs out, in D8's order: the session ends and its epoch rises, so that late answers can't write any more; requests are
 * aborted, alerts end, shown ones are closed; and the mirror's tables are cleared, which waits for none of it. 'discard' is said
 * of what is unsent now, and of nothing that another tab takes in before it has heard of the end. The environment is asked to
 * revoke the token by `sendRevocations`, now or when it can be reached.
 *
 * One that rejects has changed nothing: the user is still signed in. What could not be done after the end is pending, and
 * `finishSignOuts` goes on with it.
 */
export async function signOut(
  sessionDb: SessionDatabase,
  workspace: Workspace,
  unsent: UnsentChoice,
  now: number,
  { abortRequests, unsubscribeAlerts }: Leaving = NOTHING_ELSE,
): Promise<void> {
  const { origin, user } = workspace
  const discarded = unsent === 'discard' ? await listUnsent(workspace.outbox) : undefined
  const ended = await endSession(sessionDb, origin, now, unsent, discarded)
  abortRequests()
  const clearing = { origin, userId: user.id, unsent, discarded, epoch: ended?.epoch ?? workspace.epoch + 1 }
  await finishSignOut(sessionDb, clearing, () => clearWorkspace(workspace, clearing), unsubscribeAlerts())
}

/** Undefined where it can't be read: nobody has to stay signed in for it. */
async function listUnsent(outbox: OutboxDatabase): Promise<UnsentWork | undefined> {
  try {
    return await within(LIST_WITHIN_MS, readUnsentWork(outbox))
  } catch (error) {
    logger.warn('what is unsent could not be listed', { error: String(error) })
    return undefined
  }
}

/** Asks the environment to revoke the tokens of ended sessions (D8). False where not all could be sent now: they are kept. */
export async function sendRevocations(sessionDb: SessionDatabase, target: ApiTarget): Promise<boolean> {
  const capabilities = await readCapabilities(sessionDb, target.origin)
  for (const { token, origin } of await sessionDb.pendingRevocations.toArray()) {
    if (origin !== target.origin) continue
    // What was never announced is never sent (CONTRACT section 2): there the token just runs out.
    if (capabilities?.authPost !== true) {
      await sessionDb.pendingRevocations.delete(token)
      continue
    }
    try {
      await callSignOut(target, token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // 401: it has ended already. 404: this environment can't be told.
      const isHeard = error.failure.kind === 'unauthorized' || error.failure.kind === 'refused'
      if (!isHeard) return false
    }
    await sessionDb.pendingRevocations.delete(token)
  }
  return true
}
