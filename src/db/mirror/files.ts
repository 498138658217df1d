import type { FileRow, MirrorDatabase } from './database.ts'

/** An attachment's bytes, where this device has seen it. */
export async function readFile(mirror: MirrorDatabase, url: string): Promise<FileRow | undefined> {
  return mirror.files.get(url)
}
