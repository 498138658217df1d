import Dexie from 'dexie'
import { SessionDatabase } from '#src/db/session/database.ts'
import { OutdatedBuildError } from '#src/db/errors.ts'
import { refuseNewer, type DatabaseOptions } from '#src/db/workspace.ts'
import { logger } from '#src/lib/logger.ts'

export interface ChosenStorage {
  options: DatabaseOptions
  /** IndexedDB was refused: a stand-in in memory, and a banner (D6). */
  isMemoryOnly: boolean
}

/**
 * Opens the session database in the browser's IndexedDB or, where that is refused, in one in memory, which is fetched
 * only then. `outdated`: a newer build has been here (D4).
 */
export async function openSessionDatabase(): Promise<
  { sessionDb: SessionDatabase; storage: ChosenStorage } | 'outdated'
> {
  const sessionDb = new SessionDatabase()
  try {
    await sessionDb.open()
    refuseNewer(sessionDb)
    return { sessionDb, storage: { options: {}, isMemoryOnly: false } }
  } catch (error) {
    if (error instanceof OutdatedBuildError || error instanceof Dexie.VersionError) return 'outdated'
    logger.warn('IndexedDB is refused', { error: String(error) })
  }
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  const options: DatabaseOptions = { indexedDB: new IDBFactory(), IDBKeyRange }
  const inMemory = new SessionDatabase(options)
  await inMemory.open()
  return { sessionDb: inMemory, storage: { options, isMemoryOnly: true } }
}

/** The browser's own small storages, which hold nothing of value here (D1); null where they are refused. */
export function readWebStorage(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[kind]
  } catch {
    return null
  }
}
