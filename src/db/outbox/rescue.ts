import Dexie from 'dexie'
import { outboxName } from './database.ts'

/** What a store still gave, or why it gave nothing. */
export type RescuedStore = { rows: unknown[] } | { problem: string }

/**
 * Reads what can still be read of an outbox that Dexie can't open (D6), store by store, by the browser's own means: any
 * version and any shape. Throws where the browser does not open it at all.
 */
export async function readRescue(origin: string, userId: string): Promise<Record<string, RescuedStore>> {
  const db = await waitFor(indexedDB.open(outboxName(origin, userId)))
  try {
    const stores: Record<string, RescuedStore> = {}
    for (const name of db.objectStoreNames) {
      stores[name] = await waitFor(db.transaction(name).objectStore(name).getAll()).then(
        (rows) => ({ rows }),
        (error: unknown) => ({ problem: String(error) }),
      )
    }
    return stores
  } finally {
    db.close()
  }
}

/** Throws the outbox away. Only on the user's word. */
export function deleteOutbox(origin: string, userId: string): Promise<void> {
  return Dexie.delete(outboxName(origin, userId))
}

function waitFor<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database did not answer'))
  })
}
