import type { ApiTarget } from '#src/api/http.ts'
import { waitsForUser } from '#src/domain/outbox/operation.ts'
import { uploadByFetch } from '#src/api/uploads.ts'
import { NO_CAPABILITIES } from '#src/contract/capabilities.ts'
import { fetchCapabilities } from '#src/api/capabilities.ts'
import { readOperations } from '#src/db/outbox/operations.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import {
  isLive,
  isLongAway,
  lockSession,
  readCapabilities,
  storeCapabilities,
  type LiveSession,
} from '#src/db/session/sessions.ts'
import { closeWorkspace, openWorkspace, type Workspace } from '#src/db/workspace.ts'
import { deviceClock } from '#src/lib/clock.ts'
import { createConnectionStore } from '#src/lib/connection.ts'
import { waitUnlessAborted } from '#src/lib/wait-unless-aborted.ts'
import { engineName, openChannel } from './channel.ts'
import type { SyncContext } from './context.ts'
import { leadBriefly } from './leadership.ts'
import { createLine } from './line.ts'
import { flushOutbox, resetBackoff } from './outbox/flush.ts'
import { pullToEnd } from './pull.ts'
import { refreshAll } from './refresh.ts'

/** What is left in the outboxes of this device's signed-in users. */
export interface BriefResult {
  /** Operations that would go out by themselves: a reason to be called again. */
  waiting: number
  /** Operations that wait for their person. */
  needPerson: number
}

const PAGE_PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 500

/**
 * The worker's flush (O5): it never leads for long. Where a page leads, the page is asked; otherwise the lock is taken
 * and the same code sends. `signal` bounds it in time.
 */
export async function flushBriefly(
  sessionDb: SessionDatabase,
  locks: LockManager,
  signal: AbortSignal,
): Promise<BriefResult> {
  const left: BriefResult = { waiting: 0, needPerson: 0 }
  for (const row of await sessionDb.sessions.toArray()) {
    if (!isLive(row) || isLongAway(row, Date.now())) continue
    const workspace = await openWorkspace(row, {}, { onOutdated: () => undefined, onBroken: () => undefined })
    try {
      await flushWorkspace(workspace, sessionDb, row, locks, signal)
      const operations = await readOperations(workspace.outbox)
      left.needPerson += operations.filter(({ state }) => waitsForUser(state)).length
      left.waiting += countWaiting(operations)
    } finally {
      closeWorkspace(workspace)
    }
  }
  return left
}

async function flushWorkspace(
  workspace: Workspace,
  sessionDb: SessionDatabase,
  session: LiveSession,
  locks: LockManager,
  signal: AbortSignal,
): Promise<void> {
  if ((await workspace.outbox.operations.count()) === 0) return
  const name = engineName(workspace.origin, workspace.user.id)
  const channel = openChannel(name)
  try {
    const led = await leadBriefly({ name, channel, locks, signal }, (leading, isWaitedFor) =>
      flushHere(workspace, sessionDb, session, leading, () => !isWaitedFor()),
    )
    if (led === 'led-elsewhere' && !signal.aborted) {
      channel.post({ type: 'flush' })
      await waitForPage(workspace, signal)
    }
  } finally {
    channel.close()
  }
}

async function flushHere(
  workspace: Workspace,
  sessionDb: SessionDatabase,
  session: LiveSession,
  signal: AbortSignal,
  isWanted: () => boolean,
): Promise<void> {
  const line = createLine(createConnectionStore(Date.now()), deviceClock.now)
  const target: ApiTarget = {
    origin: workspace.origin,
    fetch: (input, init) => fetch(input, init),
    onLine: line.note,
  }
  // Also a look at the line before anything gets into doubt.
  const fresh = await fetchCapabilities(target, signal).catch(() => null)
  if (!fresh) return
  await storeCapabilities(sessionDb, workspace.origin, fresh)
  const capabilities = (await readCapabilities(sessionDb, workspace.origin)) ?? NO_CAPABILITIES
  const context: SyncContext = {
    workspace,
    sessionDb,
    session,
    target,
    capabilities: () => capabilities,
    clock: deviceClock,
    random: Math.random,
    uploadFile: uploadByFetch,
    signal,
    onUnauthorized: () => {
      line.noteSignedOut()
      void lockSession(sessionDb, workspace.origin, session.token)
    },
  }
  const holderId = crypto.randomUUID()
  await resetBackoff(context)
  const pull = () => (capabilities.sync ? pullToEnd(context) : refreshAll(context))
  const claimant = { holderId, onProgress: () => undefined }
  await flushOutbox(context, { claimant, isLineUp: line.isUp, isWanted, pull })
}

/** The page has been asked; what it settles within this time needs no further call. */
async function waitForPage(workspace: Workspace, signal: AbortSignal): Promise<void> {
  const until = Date.now() + PAGE_PATIENCE_MS
  while (!signal.aborted && Date.now() < until) {
    if (countWaiting(await readOperations(workspace.outbox)) === 0) return
    await waitUnlessAborted(LOOK_EVERY_MS, signal)
  }
}

function countWaiting(operations: Awaited<ReturnType<typeof readOperations>>): number {
  return operations.filter(({ state }) => state === 'queued' || state === 'sending' || state === 'uncertain')
    .length
}
