import { mkdir, open, readdir, rename, stat, unlink, utimes } from 'node:fs/promises'
import path from 'node:path'
import { listNamedKeys } from '../store/chats/attachment-rows.ts'
import type { Store } from '../store/store.ts'
import { ORPHAN_AGE_MS, type AttachmentHome } from './attachment-home.ts'
import { KeyedLock } from './keyed-lock.ts'
import type { StagedFile } from './staging.ts'
import { streamPieces } from './stream-pieces.ts'

const PIECE_BYTES = 256 * 1024
const SHARD = /^[0-9a-f]{2}$/
const DIGEST = /^[0-9a-f]{64}$/

/**
 * Bytes as files below `folder`, by their SHA-256: `ab/cdef…`. Equal bytes are one file. One process has the folder for
 * itself, as it has the embedded database beside it.
 */
export function createFilesHome(folder: string, store: Store): AttachmentHome {
  const locks = new KeyedLock()
  return {
    name: 'files',
    async put(file) {
      await locks.run(file.digest, () => keepFile(folder, file))
      return { home: 'files', key: file.digest, bytes: null }
    },
    async open({ key }, range) {
      if (key === null || !DIGEST.test(key)) return null
      const handle = await open(locate(folder, key), 'r').catch(nullIfMissing)
      if (!handle) return null
      return streamPieces(range, PIECE_BYTES, {
        async read(offset, length) {
          const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset)
          return buffer.subarray(0, bytesRead)
        },
        close: () => handle.close(),
      })
    },
    async removeOrphans(signal) {
      for (const shard of (await readdir(folder).catch(nullIfMissing)) ?? []) {
        if (signal.aborted) return
        if (!SHARD.test(shard)) continue
        for (const digest of await listOld(folder, shard)) {
          await locks.run(digest, () => removeOrphan(folder, digest, store))
        }
      }
    },
  }

  async function listOld(root: string, shard: string): Promise<string[]> {
    const digests = (await readdir(path.join(root, shard)))
      .map((rest) => shard + rest)
      .filter((digest) => DIGEST.test(digest))
    const named = await listNamedKeys(store.db, 'files', digests)
    return digests.filter((digest) => !named.has(digest))
  }
}

/**
 * The file first, then its name, then the folders that hold it: nothing is acknowledged that a loss of power takes back. A
 * file that is there already becomes young again, so that it is no orphan before its new row is written.
 */
async function keepFile(folder: string, { path: staged, digest, size }: StagedFile): Promise<void> {
  const target = locate(folder, digest)
  const shard = path.dirname(target)
  if (!(await renew(target, size))) {
    await renew(staged, size)
    await sync(staged)
    await mkdir(shard, { recursive: true })
    await rename(staged, target)
  }
  for (const holder of [shard, folder, path.dirname(folder)]) await syncFolder(holder)
}

/** Makes a file young, by the time of now; false where there is none, or a damaged one of another size. */
async function renew(file: string, size: number): Promise<boolean> {
  const found = await stat(file).catch(nullIfMissing)
  if (found?.size !== size) return false
  const now = new Date()
  await utimes(file, now, now)
  return true
}

/** Asked again under the file's lock: its bytes may have been uploaded anew since the folder was read. */
async function removeOrphan(folder: string, digest: string, store: Store): Promise<void> {
  const file = locate(folder, digest)
  const found = await stat(file).catch(nullIfMissing)
  if (!found || found.mtimeMs > Date.now() - ORPHAN_AGE_MS) return
  const named = await listNamedKeys(store.db, 'files', [digest])
  if (!named.has(digest)) await unlink(file)
}

function locate(folder: string, digest: string): string {
  return path.join(folder, digest.slice(0, 2), digest.slice(2))
}

async function sync(file: string, flags = 'r+'): Promise<void> {
  const handle = await open(file, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Windows has no such thing, and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r')
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null
  throw error
}
