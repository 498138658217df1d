import {
  readHelpRequests,
  readKnownHelpRequests,
  storeKnownHelpRequests,
} from '#src/db/mirror/help-requests.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import { findNewHelpRequests, isSameHelpRequests } from '#src/domain/alerts/new-help-requests.ts'

/**
 * Claims the help requests that no tab has rung for: each is given to one caller only (I6). Gives the chats' ids. What
 * was there when this device was first filled is given to nobody, nor is anything again after a reload.
 */
export function claimHelpRequests(workspace: Workspace): Promise<string[]> {
  const { mirror } = workspace
  return writeMirror(workspace, [mirror.chats], async () => {
    const { helpRequests } = await readHelpRequests(mirror)
    if (helpRequests === null) return []
    const before = await readKnownHelpRequests(mirror)
    const { fresh, known } = findNewHelpRequests(before, helpRequests)
    // Every write wakes the queries of every tab.
    if (!isSameHelpRequests(before, known)) await storeKnownHelpRequests(mirror, known)
    return fresh
  })
}
