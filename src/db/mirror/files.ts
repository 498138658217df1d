import type { FileRow, MirrorDatabase, WantRow } from './database.ts'
import { readWithWant } from './wants.ts'

/** An attachment's bytes, where this device has seen it, and what became of the wish for it. */
export async function readFile(
  mirror: MirrorDatabase,
  chatId: string,
  url: string,
): Promise<[FileRow | undefined, WantRow | undefined]> {
  return readWithWant(mirror, mirror.files, url, { kind: 'file', chatId, url })
}
