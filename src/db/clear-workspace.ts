import { OutboxUnreadableError } from './errors.ts'
import type { GuardedDatabase } from './guarded.ts'
import { mirrorName } from './mirror/database.ts'
import { OutboxDatabase, outboxName } from './outbox/database.ts'
import { discardWork } from './outbox/unsent-work.ts'
import type { PendingClearing } from './session/pending-clearings.ts'
import { closeForGood, openMirror, openOutbox, type DatabaseOptions, type Workspace } from './workspace.ts'

/**
 * Clears what a sign-out leaves: the mirror, and the outbox unless it is kept, and raises the epoch of both (D8). It may be
 * done again at any time. Each is cleared also where the other can't be; rejects where one of them could not.
 */
export async function clearWorkspace(
  { mirror, outbox }: Pick<Workspace, 'mirror' | 'outbox'>,
  clearing: PendingClearing,
): Promise<void> {
  await finishBoth([clearMirror(mirror, clearing), clearOutbox(outbox, clearing)])
}

/** As `clearWorkspace`, of databases that nobody has opened yet. */
export async function openAndClear(clearing: PendingClearing, options: DatabaseOptions): Promise<void> {
  const { origin, userId } = clearing
  await finishBoth([
    openMirror(mirrorName(origin, userId), options).then((mirror) =>
      clearMirror(mirror, clearing).finally(() => closeForGood(mirror)),
    ),
    openAndClearOutbox(outboxName(origin, userId), clearing, options),
  ])
}

async function openAndClearOutbox(
  name: string,
  clearing: PendingClearing,
  options: DatabaseOptions,
): Promise<void> {
  try {
    const outbox = await openOutbox(name, options)
    await clearOutbox(outbox, clearing).finally(() => closeForGood(outbox))
  } catch (error) {
    if (!(error instanceof OutboxUnreadableError)) throw error
    // What is kept is offered as a file at its user's next sign-in (D6).
    if (clearing.unsent === 'discard')
      await new OutboxDatabase(name, options).delete({ disableAutoOpen: true })
  }
}

function clearMirror(mirror: GuardedDatabase, { epoch }: PendingClearing): Promise<void> {
  return raiseAndClear(mirror, epoch, () => clearTables(mirror))
}

function clearOutbox(outbox: OutboxDatabase, clearing: PendingClearing): Promise<void> {
  const { epoch, unsent, discarded } = clearing
  return raiseAndClear(outbox, epoch, async () => {
    if (unsent === 'keep') return
    if (!discarded) return clearTables(outbox)
    await discardWork(outbox, discarded)
    // Nobody's words: what they have read, and which chats they keep.
    await Promise.all([outbox.seen.clear(), outbox.meta.clear()])
  })
}

function raiseAndClear(db: GuardedDatabase, epoch: number, clear: () => Promise<void>): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    const stored = (await db.meta.get('epoch'))?.value
    // A later session has them: it began after all of this was done, by another tab.
    if (typeof stored === 'number' && stored > epoch) return
    await clear()
    await db.meta.put({ key: 'epoch', value: epoch })
  })
}

async function clearTables(db: GuardedDatabase): Promise<void> {
  for (const table of db.tables) await table.clear()
}

async function finishBoth(works: Promise<void>[]): Promise<void> {
  for (const done of await Promise.allSettled(works)) if (done.status === 'rejected') throw done.reason
}
