import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SNIFFED_BYTES } from '#src/contract/limits.ts'
import { createId } from '../ids.ts'

/** Bytes that have arrived and are not an attachment yet: a temporary file. */
export interface StagedFile {
  path: string
  size: number
  /** SHA-256 in hex. */
  digest: string
  /** Its first bytes, by which its type is told. */
  head: Uint8Array
}

/** Where files are written while they arrive, so that none has to fit into memory. One process has it for itself. */
export class Staging {
  readonly #fixedFolder: string | null
  #folder: Promise<string> | null = null

  /** `folder` is emptied at the first use: what is in it was left by a process that was killed. Null: one of the system's. */
  constructor(folder: string | null) {
    this.#fixedFolder = folder
  }

  /**
   * Writes what arrives into a temporary file. Of a file larger than `maxBytes` no more than that is written, and `size` tells
   * that it was larger. Reads to the end in any case, because others wait behind it.
   */
  async write(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedFile> {
    const file = path.join(await (this.#folder ??= this.#prepare()), createId())
    try {
      return { path: file, ...(await writeFile(file, chunks, maxBytes)) }
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
  }

  /** Removes what is still there of them; a home may have taken the file itself. */
  async discard(files: readonly StagedFile[]): Promise<void> {
    for (const file of files) await rm(file.path, { force: true })
  }

  async close(): Promise<void> {
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true })
    this.#folder = null
  }

  async #prepare(): Promise<string> {
    const folder = this.#fixedFolder
    if (folder === null) return mkdtemp(path.join(tmpdir(), 'bellhop-incoming-'))
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    return folder
  }
}

async function writeFile(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Omit<StagedFile, 'path'>> {
  const hash = createHash('sha256')
  let head: Uint8Array = new Uint8Array()
  let size = 0
  const failures: unknown[] = []
  const handle = await open(file, 'wx')
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes || failures.length > 0) continue
      if (head.length < SNIFFED_BYTES) head = Buffer.concat([head, chunk]).subarray(0, SNIFFED_BYTES)
      hash.update(chunk)
      await handle.writeFile(chunk).catch((error: unknown) => failures.push(error))
    }
  } finally {
    await handle.close()
  }
  if (failures.length > 0) throw failures[0]
  return { size, digest: hash.digest('hex'), head: Uint8Array.from(head) }
}
