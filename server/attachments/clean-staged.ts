import { readFile } from 'node:fs/promises'
import { sniffUploadType } from '#src/contract/limits.ts'
import { cleanPicture } from '#src/domain/pictures/clean-picture.ts'
import { KeyedLock } from './keyed-lock.ts'
import type { StagedFile, Staging } from './staging.ts'

/** A staged file that tells nothing but what it shows (docs/decisions/051-pictures.md). Only such a one gets a home. */
export interface CleanFile extends StagedFile {
  /** SHA-256 in hex of the bytes that arrived: by these a repeated upload is known, whatever is taken out of them. */
  arrivedDigest: string
}

/** One picture at a time is in memory, from whichever upload. */
const ONE = 'one'

/** Makes the function that cleans staged pictures; what they were is the caller's to discard, as what is returned is. */
export function createCleaner(staging: Staging): (file: StagedFile) => Promise<CleanFile | 'damaged'> {
  const lock = new KeyedLock()
  return async (file) => {
    const clean = { ...file, arrivedDigest: file.digest }
    if (!sniffUploadType(file.head)?.startsWith('image/')) return clean
    return lock.run(ONE, async () => {
      const bytes = new Uint8Array(await readFile(file.path))
      const cleaned = cleanPicture(bytes)
      if (cleaned === 'damaged') return cleaned
      return cleaned === bytes
        ? clean
        : { ...clean, ...(await staging.write(inOne(cleaned), cleaned.length)) }
    })
  }
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}
