import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import { logger } from '#src/lib/logger.ts'

/** Keeps a list that was read from the environment at `readAt` (ms), to be read without a line. Never rejects. */
export async function keepList(
  workspace: Workspace,
  name: string,
  rows: readonly unknown[],
  readAt: number,
): Promise<void> {
  const { lists } = workspace.mirror
  try {
    await writeMirror(workspace, [lists], () => lists.put({ name, rows: [...rows], readAt }))
  } catch (error) {
    // It is on the screen all the same, and is read again the next time.
    logger.warn('a list could not be kept', { name, error: String(error) })
  }
}
