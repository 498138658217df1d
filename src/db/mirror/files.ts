import type { FileRow, MirrorDatabase, FetchRequestRow } from './database.ts'
import { readWithFetchRequest } from './fetch-requests.ts'

/** An attachment's bytes, where this device has seen it, and what became of the wish for it. */
export async function readFile(
  mirror: MirrorDatabase,
  chatId: string,
  url: string,
): Promise<[FileRow | undefined, FetchRequestRow | undefined]> {
  return readWithFetchRequest(mirror, mirror.files, url, { kind: 'file', chatId, url })
}
