import { outboxName } from '#src/db/outbox/database.ts'
import type { DraftRow, StagedFileRow } from '#src/db/outbox/database.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import type { Desk, Hotel } from './hotel.ts'

/** What a person has not sent on a device. */
export interface Unsent {
  operations: Operation[]
  drafts: DraftRow[]
  staged: StagedFileRow[]
}

/** What is stored, whichever tab lives: nothing where there is no outbox yet. */
export async function readUnsent({ origin }: Hotel, { device }: Desk, userId: string): Promise<Unsent> {
  const { indexedDB } = device
  const name = outboxName(origin, userId)
  const unsent: Unsent = { operations: [], drafts: [], staged: [] }
  if (!(await indexedDB.databases()).some((known) => known.name === name)) return unsent
  const db = await finish(indexedDB.open(name))
  const read = async (store: keyof Unsent): Promise<unknown[]> =>
    db.objectStoreNames.contains(store) ? finish(db.transaction(store).objectStore(store).getAll()) : []
  const [operations, drafts, staged] = await Promise.all([read('operations'), read('drafts'), read('staged')])
  db.close()
  return { operations, drafts, staged } as Unsent
}

function finish<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the outbox can’t be read'))
  })
}
