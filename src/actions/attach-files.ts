import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES, sniffUploadType, type UploadType } from '#src/contract/limits.ts'
import { newOperationId } from '#src/db/outbox/new-id.ts'
import { appendOperation } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'

/** How many files go at a time. */
export const MAX_FILES = MAX_UPLOAD_FILES

/** A file that passed the checks, as bytes (O7). */
export interface CheckedFile {
  name: string
  type: UploadType
  bytes: ArrayBuffer
}

export type FileProblem = 'wrong-type' | 'too-large' | 'empty' | 'unreadable'

/** Reads and checks a file before anything is queued: type by content, size. */
export async function checkFile(file: File): Promise<{ file: CheckedFile } | { problem: FileProblem }> {
  if (file.size === 0) return { problem: 'empty' }
  if (file.size > MAX_UPLOAD_BYTES) return { problem: 'too-large' }
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return { problem: 'unreadable' }
  }
  const type = sniffUploadType(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength)))
  return type === null ? { problem: 'wrong-type' } : { file: { name: file.name, type, bytes } }
}

/** Queues files, one operation each (O7), all or none. Returns their ids. More than 10 at a time is a RangeError. */
export async function attachFiles(
  workspace: Workspace,
  chatId: string,
  files: readonly CheckedFile[],
  now: number,
): Promise<string[]> {
  if (files.length > MAX_UPLOAD_FILES) throw new RangeError(`at most ${MAX_UPLOAD_FILES} files at a time`)
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.operations, outbox.files], async () => {
    const ids: string[] = []
    for (const { name, type, bytes } of files) {
      const id = newOperationId()
      await outbox.files.add({ operationId: id, name, type, bytes })
      await appendOperation(outbox, {
        id,
        lane: chatId,
        now,
        kind: 'upload',
        payload: { name, type, size: bytes.byteLength },
      })
      ids.push(id)
    }
    return ids
  })
}
