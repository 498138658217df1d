import { MAX_UPLOAD_BYTES, sniffUploadType } from '#src/contract/limits.ts'
import { cleanPicture } from '#src/domain/pictures/clean-picture.ts'
import type { CheckedFile } from './attach-files.ts'

export type FileProblem = 'wrong-type' | 'too-large' | 'empty' | 'unreadable' | 'damaged'

/**
 * Reads and checks a file before anything is kept: type by content, size. Pictures lose what tells where and by whom they were
 * made (docs/decisions/051-pictures.md).
 */
export async function checkFile(file: File): Promise<{ file: CheckedFile } | { problem: FileProblem }> {
  if (file.size === 0) return { problem: 'empty' }
  if (file.size > MAX_UPLOAD_BYTES) return { problem: 'too-large' }
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return { problem: 'unreadable' }
  }
  const type = sniffUploadType(bytes)
  if (type === null) return { problem: 'wrong-type' }
  const clean = cleanPicture(bytes)
  return clean === 'damaged' ? { problem: clean } : { file: { name: file.name, type, bytes: clean.buffer } }
}
