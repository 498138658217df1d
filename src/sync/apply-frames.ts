import type { Frame, FrameChange } from '#src/contract/frames.ts'
import type { Message } from '#src/contract/chats.ts'
import { putChats } from '#src/db/mirror/chats.ts'
import { readCursor, storeCursor } from '#src/db/mirror/meta.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror } from '#src/db/write.ts'
import { applyFollowing } from './apply-messages.ts'
import { settleArrived } from './settle-arrived.ts'

export type HintFrame = Extract<Frame, { chatId: string }>

/**
 * Applies the frames of one task in one transaction (I9), each only where its `prev` equals the cursor (I2). Returns
 * whether all were applied; a frame that was not calls for a pull.
 */
export async function applyFrames(
  workspace: Workspace,
  frames: readonly HintFrame[],
  now: number,
): Promise<boolean> {
  const { mirror } = workspace
  const applied: Message[] = []
  const isWhole = await writeMirror(workspace, [mirror.chats, mirror.messages, mirror.threads], async () => {
    let cursor = await readCursor(mirror)
    const before = cursor
    let isFollowing = true
    for (const { change } of frames) {
      if (change && change.seq === cursor) continue
      // What is gone has no row to be applied: the pull says what was removed.
      if (!change || change.prev !== cursor || (change.chat === null && change.message === null)) {
        isFollowing = false
        continue
      }
      await applyChange(workspace, change, now)
      if (change.message) applied.push(change.message)
      cursor = change.seq
    }
    if (cursor !== before) await storeCursor(mirror, cursor)
    return isFollowing
  })
  await settleArrived(workspace, applied)
  return isWhole
}

async function applyChange({ mirror }: Workspace, change: FrameChange, now: number): Promise<void> {
  if (change.chat) await putChats(mirror, [change.chat], { readAt: 0, snapshot: '' })
  if (change.message) await applyFollowing(mirror, [change.message], now)
}
