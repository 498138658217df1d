import { logger } from '#src/lib/logger.ts'
import { outboxName } from './outbox/database.ts'
import type { SessionDatabase } from './session/database.ts'

/** What waits in another environment's outbox on this device: how much, and nothing of what it says. */
export interface UnsentElsewhere {
  origin: string
  operations: number
  /** Texts and tickets, and the files of chats that have no text. */
  drafts: number
}

/**
 * Counts what is not sent in the other environments that somebody of this browser is signed in to, or was until the
 * environment ended it (D8: 'no operation crosses environments', so it waits there). Outboxes are only read, and one that
 * does not exist is not made.
 */
export async function readUnsentElsewhere(
  sessionDb: SessionDatabase,
  currentOrigin: string,
  factory: IDBFactory = indexedDB,
): Promise<UnsentElsewhere[]> {
  const rows = await sessionDb.sessions.toArray()
  const found = await Promise.all(
    rows.map(async ({ origin, status, user }) => {
      if (origin === currentOrigin || status === 'signed-out' || user === null) return []
      const counts = await countIn(outboxName(origin, user.id), factory)
      return counts && counts.operations + counts.drafts > 0 ? [{ origin, ...counts }] : []
    }),
  )
  return found.flat()
}

async function countIn(name: string, factory: IDBFactory): Promise<Omit<UnsentElsewhere, 'origin'> | null> {
  const db = await openExisting(name, factory)
  if (!db) return null
  try {
    const [operations, drafts, staged] = await Promise.all([
      countRows(db, 'operations'),
      listKeys(db, 'drafts'),
      listStagedChats(db),
    ])
    return { operations, drafts: new Set([...drafts, ...staged]).size }
  } catch (error) {
    logger.warn('another environment’s outbox can’t be read', { error: String(error) })
    return null
  } finally {
    db.close()
  }
}

/** Opens a database as it is, whichever version it has; null where there is none or it can't be opened. */
function openExisting(name: string, factory: IDBFactory): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = factory.open(name)
    // Only a database that is not there is upgraded from nothing: aborting leaves it so.
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onerror = () => resolve(null)
    request.onsuccess = () => {
      const db = request.result
      db.onversionchange = () => db.close()
      resolve(db)
    }
  })
}

function countRows(db: IDBDatabase, store: string): Promise<number> {
  return settle(db.transaction(store).objectStore(store).count())
}

function listKeys(db: IDBDatabase, store: string): Promise<IDBValidKey[]> {
  return settle(db.transaction(store).objectStore(store).getAllKeys())
}

/** An outbox that an older build made has no staged files. */
async function listStagedChats(db: IDBDatabase): Promise<unknown[]> {
  if (!db.objectStoreNames.contains('staged')) return []
  const rows = await settle<unknown[]>(db.transaction('staged').objectStore('staged').getAll())
  return rows.flatMap((row) =>
    typeof row === 'object' && row !== null && 'chatId' in row ? [row.chatId] : [],
  )
}

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database did not answer'))
  })
}
