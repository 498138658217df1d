import { MAX_UPLOAD_FILES, type UploadType } from '#src/contract/limits.ts'
import { newOperationId } from '#src/db/outbox/new-id.ts'
import { deleteStaged, putStaged, readStaged } from '#src/db/outbox/staged-files.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'

/** A file that passed the checks, as bytes (O7). */
export interface CheckedFile {
  name: string
  type: UploadType
  bytes: ArrayBuffer
  /** The file that was chosen moves, and this one does not. */
  isStill?: true
}

/** The id that a file keeps from the moment it was chosen until it has arrived; ids rise in the order of choosing. */
export function makeFileId(): string {
  return newOperationId()
}

/**
 * Makes a file part of a chat's draft: kept with its bytes until it is sent or taken away. `full`: the draft has as many
 * as may go at a time, from whichever tab, and this one is not kept. A rejected promise has changed nothing.
 */
export function stageFile(
  workspace: Workspace,
  chatId: string,
  id: string,
  { bytes, ...file }: CheckedFile,
  now: number,
): Promise<'staged' | 'full'> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.staged, outbox.files], async () => {
    if ((await readStaged(outbox, chatId)).length >= MAX_UPLOAD_FILES) return 'full'
    await putStaged(outbox, { id, chatId, ...file, size: bytes.byteLength, stagedAt: now }, bytes)
    return 'staged'
  })
}

/** Takes a staged file out of its draft. What is sent already is no draft's any more, and stays. */
export function unstageFile(workspace: Workspace, id: string): Promise<void> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.staged, outbox.files], () => deleteStaged(outbox, id))
}
