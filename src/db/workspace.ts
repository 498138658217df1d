import Dexie, { type DexieOptions } from 'dexie'
import type { SignedInUser } from '#src/contract/auth.ts'
import { createSignal, type Signal } from '#src/lib/signal.ts'
import { logger } from '#src/lib/logger.ts'
import { OutboxUnreadableError, OutdatedBuildError } from './errors.ts'
import type { GuardedDatabase } from './guarded.ts'
import { MIRROR_PREFIX, MIRROR_SCHEMA, MirrorDatabase, mirrorName } from './mirror/database.ts'
import { OutboxDatabase, outboxName } from './outbox/database.ts'
import type { LiveSession } from './session/sessions.ts'

/** The open databases of one user in one environment. Everything that reads or writes gets it as a parameter. */
export interface Workspace {
  origin: string
  user: SignedInUser
  epoch: number
  mirror: MirrorDatabase
  outbox: OutboxDatabase
  /** IndexedDB was refused: nothing outlives the page, and nothing is queued while offline (D6). */
  isMemoryOnly: boolean
  /**
   * Settles when what the screen was given of the environment's answers is in the databases, or never will be: an empty one would
   * say that there is nothing, so live queries wait for it (decision 059). Undefined: it is there. Does not reject.
   */
  storedBehind?: Promise<void> | undefined
  /** Rises when a database was reopened: live queries subscribe again, since theirs stay dead (D6). */
  reopened: Signal
}

/** Where databases live: the browser's IndexedDB, or a stand-in in memory. */
export type DatabaseOptions = Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>

export interface WorkspaceEvents {
  /** A newer build changed a database, or wants to: this tab has closed it and needs a reload (D4). */
  onOutdated(): void
  /** The browser closed a database and it could not be opened again (D6). */
  onBroken(): void
}

/**
 * Opens mirror and outbox for a live session and raises their epoch to the session's.
 *
 * A mirror that can't be opened is rebuilt; an outbox that can't throws OutboxUnreadableError and stays as it is.
 * OutdatedBuildError: a newer build has been here.
 */
export async function openWorkspace(
  session: LiveSession,
  options: DatabaseOptions,
  events: WorkspaceEvents,
  isMemoryOnly = false,
): Promise<Workspace> {
  const [outbox, mirror] = await openBoth(
    openOutbox(outboxName(session.origin, session.user.id), options, session.epoch),
    openMirror(mirrorName(session.origin, session.user.id), options, session.epoch),
  )
  const reopened = createSignal()
  for (const db of [mirror, outbox]) watchDatabase(db, events, reopened)
  await Promise.all([raiseEpoch(mirror, session.epoch), raiseEpoch(outbox, session.epoch)])
  return {
    origin: session.origin,
    user: session.user,
    epoch: session.epoch,
    mirror,
    outbox,
    isMemoryOnly,
    reopened,
  }
}

export function closeWorkspace(workspace: Workspace): void {
  closeForGood(workspace.mirror)
  closeForGood(workspace.outbox)
}

/** Deletes mirrors of other schemas (D4). Best effort: a frozen tab may hold one; the next start tries again. */
export async function deleteOldMirrors(): Promise<void> {
  const names = await Dexie.getDatabaseNames()
  const old = names.filter(
    (name) => name.startsWith(MIRROR_PREFIX) && !name.startsWith(`${MIRROR_PREFIX}${MIRROR_SCHEMA}:`),
  )
  for (const name of old) {
    await Dexie.delete(name).catch((error: unknown) =>
      logger.warn('a mirror could not be deleted', { name, error }),
    )
  }
}

/** Databases that this page closed itself: Dexie says 'close' of those too, and they must stay closed (D8). */
const closedByUs = new WeakSet<Dexie>()

export function closeForGood(db: Dexie): void {
  closedByUs.add(db)
  db.close({ disableAutoOpen: true })
}

function watchDatabase(db: GuardedDatabase, events: WorkspaceEvents, reopened: Signal): void {
  let hasReopened = false
  db.on('versionchange', () => {
    closeForGood(db)
    events.onOutdated()
  })
  // The browser closes databases by itself when storage fails. Once is an accident, twice is a failing disk: no loop.
  db.on('close', () => {
    if (closedByUs.has(db)) return
    if (hasReopened) return events.onBroken()
    hasReopened = true
    // Dexie says it before it closes: what is opened at once would be closed with it.
    queueMicrotask(() => void db.open().then(() => reopened.raise(), events.onBroken))
  })
}

/** Only upwards: a late opener of an ended session must not bring its epoch back (D8). */
async function raiseEpoch(db: GuardedDatabase, epoch: number): Promise<void> {
  // At almost every start it is there already, and a start waits for no writing.
  if (db.wasMade || (await readEpoch(db)) >= epoch) return
  await db.transaction('rw', db.meta, async () => {
    if ((await readEpoch(db)) < epoch) await db.meta.put({ key: 'epoch', value: epoch })
  })
}

async function readEpoch(db: GuardedDatabase): Promise<number> {
  const row = await db.meta.get('epoch')
  return typeof row?.value === 'number' ? row.value : 0
}

/** Databases that are opened side by side. Where one can't be, the other is closed again. */
async function openBoth(
  outbox: Promise<OutboxDatabase>,
  mirror: Promise<MirrorDatabase>,
): Promise<[OutboxDatabase, MirrorDatabase]> {
  try {
    return await Promise.all([outbox, mirror])
  } catch (error) {
    for (const opening of await Promise.allSettled([outbox, mirror])) {
      if (opening.status === 'fulfilled') closeForGood(opening.value)
    }
    throw error
  }
}

/** Throws OutboxUnreadableError, with the outbox as it is, or OutdatedBuildError. `epoch`: one that is made has it; 0 is nobody's. */
export async function openOutbox(name: string, options: DatabaseOptions, epoch = 0): Promise<OutboxDatabase> {
  const outbox = new OutboxDatabase(name, options).beginAt(epoch)
  try {
    await outbox.open()
  } catch (error) {
    if (error instanceof Dexie.VersionError) throw new OutdatedBuildError()
    throw new OutboxUnreadableError(`the outbox can't be opened: ${String(error)}`, { cause: error })
  }
  refuseNewer(outbox)
  return outbox
}

/** One that can't be opened is rebuilt: it is a cache (D1). `epoch`: one that is made has it; 0 is nobody's. */
export async function openMirror(name: string, options: DatabaseOptions, epoch = 0): Promise<MirrorDatabase> {
  const mirror = new MirrorDatabase(name, options).beginAt(epoch)
  try {
    await mirror.open()
    return mirror
  } catch (error) {
    logger.warn('the mirror is rebuilt', { error })
    mirror.close({ disableAutoOpen: true })
    await mirror.delete({ disableAutoOpen: true })
    const rebuilt = new MirrorDatabase(name, options).beginAt(epoch)
    await rebuilt.open()
    return rebuilt
  }
}

/**
 * Dexie opens a database of a higher version without complaint and writes (D4): look for ourselves. Throws
 * OutdatedBuildError, with the database closed.
 */
export function refuseNewer(db: Dexie): void {
  const installed = db.backendDB().version / 10
  if (installed <= db.verno) return
  db.close({ disableAutoOpen: true })
  throw new OutdatedBuildError()
}
