import { readFile } from 'node:fs/promises'
import { readRowBytes } from '../store/chats/attachment-rows.ts'
import type { Store } from '../store/store.ts'
import type { AttachmentHome } from './attachment-home.ts'
import { streamPieces } from './stream-pieces.ts'

/** Others have their turn between two pieces: the embedded database serves one call at a time. */
const PIECE_BYTES = 512 * 1024

/** Bytes in the rows themselves: for any number of processes that share nothing but the database. */
export function createDatabaseHome(store: Store): AttachmentHome {
  return {
    name: 'database',
    put: async (file) => ({ home: 'database', key: null, bytes: await readFile(file.path) }),
    async open({ id }, range) {
      const first = await readRowBytes(
        store.db,
        id,
        range.start,
        Math.min(PIECE_BYTES, range.end - range.start),
      )
      if (first === null) return null
      return streamPieces(range, PIECE_BYTES, {
        read: (offset, length) =>
          offset === range.start ? Promise.resolve(first) : readRowBytes(store.db, id, offset, length),
      })
    },
  }
}
