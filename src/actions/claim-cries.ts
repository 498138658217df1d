import { readCries, readKnownCries, storeKnownCries } from '#src/db/mirror/cries.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import { findNewCries, isSameCries } from '#src/domain/alerts/new-cries.ts'

/**
 * Claims the cries for help that no tab has rung for: each is given to one caller only (I6). Gives the chats' ids. What
 * was there when this device was first filled is given to nobody, nor is anything again after a reload.
 */
export function claimCries(workspace: Workspace): Promise<string[]> {
  const { mirror } = workspace
  return writeMirror(workspace, [mirror.chats], async () => {
    const { cries } = await readCries(mirror)
    if (cries === null) return []
    const before = await readKnownCries(mirror)
    const { fresh, known } = findNewCries(before, cries)
    // Every write wakes the queries of every tab.
    if (!isSameCries(before, known)) await storeKnownCries(mirror, known)
    return fresh
  })
}
