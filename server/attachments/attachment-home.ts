import type { HomeName } from '../store/chats/chat-tables.ts'
import type { PlacedBytes, StoredAttachment } from '../store/chats/attachment-rows.ts'
import type { StagedFile } from './staging.ts'

/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number
  end: number
}

/** A place in which the bytes of attachments are kept. */
export interface AttachmentHome {
  name: HomeName
  /**
   * Keeps a file's bytes, on the disk before it returns. The row that names them is written after it; until then, and where
   * that never happens, they are an orphan.
   */
  put(file: StagedFile): Promise<PlacedBytes>
  /** The bytes as a stream that must be read to its end or cancelled; null where they are missing. */
  open(attachment: StoredAttachment, range: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /** Removes what no row names and is no upload under way. Ends early once `signal` is aborted. */
  removeOrphans?(signal: AbortSignal): Promise<void>
}

/** Longer than any upload takes from putting its bytes to committing their rows. */
export const ORPHAN_AGE_MS = 60 * 60 * 1000
