import { signOut as callSignOut } from '#src/api/auth.ts'
import { ApiError } from '#src/api/errors.ts'
import type { ApiTarget } from '#src/api/http.ts'
import type { GuardedDatabase } from '#src/db/guarded.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import { endSession, readCapabilities } from '#src/db/session/sessions.ts'
import type { Workspace } from '#src/db/workspace.ts'

/** What becomes of unsent work: kept for this user's next sign-in, or thrown away on their word (D8). */
export type UnsentChoice = 'keep' | 'discard'

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
 * aborted, alerts end, shown ones are closed; and the mirror's tables are cleared, which waits for none of it. The
 * environment is told by `sendRevocations`, now or when it can be reached. One that rejects at once has changed nothing.
 */
export async function signOut(
  sessionDb: SessionDatabase,
  workspace: Workspace,
  choice: UnsentChoice,
  now: number,
  { abortRequests, unsubscribeAlerts }: Leaving = NOTHING_ELSE,
): Promise<void> {
  const ended = await endSession(sessionDb, workspace.origin, now)
  abortRequests()
  const unsubscribed = unsubscribeAlerts()
  const epoch = ended?.epoch ?? workspace.epoch + 1
  const { mirror, outbox } = workspace
  const keptTables = choice === 'keep' ? outbox.tables.filter((table) => table.name !== 'meta') : []
  await raiseAndClear(outbox, epoch, new Set(keptTables.map((table) => table.name)))
  // A frozen tab blocks deleting a database, not clearing it.
  await raiseAndClear(mirror, epoch, new Set())
  await unsubscribed
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

function raiseAndClear(db: GuardedDatabase, epoch: number, kept: ReadonlySet<string>): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    for (const table of db.tables) {
      if (table.name !== 'meta' && !kept.has(table.name)) await table.clear()
    }
    if (!kept.size) await db.meta.clear()
    await db.meta.put({ key: 'epoch', value: epoch })
  })
}
