import { outboxName } from '#src/db/outbox/database.ts'
import { isTakeoverKind, type Operation } from '#src/domain/outbox/operation.ts'
import type { Desk, Hotel } from './hotel.ts'

/** Who pressed what the screen of a chat offers, and who held the chat as they saw it, `bot` for nobody. */
interface Press {
  desk: Desk
  userId: string
  chatId: string
  seen: string
}

/**
 * Notes in the ledger what a press has put into the outbox: a takeover goes in before a message without a word of its own, and a
 * tab may die over a press that is kept all the same. Who presses again then means what was seen at the first press.
 */
export async function noteIntents(hotel: Hotel, { desk, userId, chatId, seen }: Press): Promise<void> {
  const reading = readOperations(desk.device.indexedDB, outboxName(hotel.origin, userId))
  for (const { id, lane, kind } of await reading) {
    if (lane !== chatId || !isIntent(kind) || hotel.ledger.intent(id)) continue
    hotel.ledger.intents.push({
      id,
      kind,
      device: desk.index,
      userId,
      chatId,
      mayBeGone: false,
      seen: [seen],
    })
  }
}

function isIntent(kind: Operation['kind']): kind is 'pause' | 'play' | 'resolve' | 'pass' {
  return isTakeoverKind(kind)
}

/** What is stored, whichever tab lives: none where there is no outbox yet. */
async function readOperations(indexedDB: IDBFactory, name: string): Promise<Operation[]> {
  if (!(await indexedDB.databases()).some((known) => known.name === name)) return []
  const db = await finish(indexedDB.open(name))
  if (!db.objectStoreNames.contains('operations')) return []
  const stored: unknown = await finish(db.transaction('operations').objectStore('operations').getAll())
  db.close()
  return stored as Operation[]
}

function finish<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the outbox can’t be read'))
  })
}
