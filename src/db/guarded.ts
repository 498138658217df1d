import Dexie, { type Table } from 'dexie'
import { SessionEndedError } from './errors.ts'

/** A row of a `meta` table. `epoch` is the session's, raised at sign-out (D8). */
export interface MetaRow {
  key: string
  value: unknown
}

/** A per-user database, whose every write first compares the session's epoch. */
export class GuardedDatabase extends Dexie {
  declare meta: Table<MetaRow, string>
  /** It was made when it was opened: until then the device had none. */
  wasMade = false

  /** Where it is made when it is opened it has this epoch from the beginning, without a transaction of its own. */
  beginAt(epoch: number): this {
    this.on('populate', () => {
      this.wasMade = true
      return this.meta.add({ key: 'epoch', value: epoch })
    })
    return this
  }
}

/**
 * Runs `write` in one transaction, unless the session has ended meanwhile: a missing epoch is a mismatch (D8).
 * Throws SessionEndedError without having written anything.
 */
export function writeGuarded<T>(
  db: GuardedDatabase,
  epoch: number,
  tables: Table[],
  write: () => Promise<T>,
): Promise<T> {
  return readThenWrite(db, epoch, tables, () => Promise.resolve(), write)
}

/** As `writeGuarded`, with what `read` found: it is read beside the epoch, in one round, where a person waits for the write. */
export function readThenWrite<R, T>(
  db: GuardedDatabase,
  epoch: number,
  tables: Table[],
  read: () => Promise<R>,
  write: (found: R) => Promise<T>,
): Promise<T> {
  return db.transaction('rw', [db.meta, ...tables], async () => {
    const [row, found] = await Promise.all([db.meta.get('epoch'), read()])
    if (row?.value !== epoch) throw new SessionEndedError()
    return write(found)
  })
}
