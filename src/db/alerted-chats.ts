import type { AlertedChat } from '#src/domain/alerts/stale-alerts.ts'
import { isHeldBy } from '#src/domain/chats/holder.ts'
import type { MirrorChat } from './mirror/database.ts'
import { readSeen } from './outbox/seen.ts'
import { readMe } from './me.ts'
import type { Workspace } from './workspace.ts'

/** What is known here of the chats that alerts are about; those that are not mirrored are missing. */
export async function readAlertedChats(
  workspace: Workspace,
  chatIds: readonly string[],
): Promise<Map<string, AlertedChat>> {
  const [rows, seen] = await Promise.all([
    workspace.mirror.chats.bulkGet([...chatIds]),
    readSeen(workspace.outbox, chatIds),
  ])
  const known = rows.filter((row) => row !== undefined)
  return new Map(known.map((row) => [row.id, describe(row, workspace, seen.get(row.id) ?? '')]))
}

/**
 * For a live query: reads what changes whenever a chat does, or how far the given one was read. One row of each, so that it
 * costs nothing to be told.
 */
export async function readAlertedChange(workspace: Workspace, chatId: string | null): Promise<object> {
  await Promise.all([
    workspace.mirror.chats.orderBy('updatedAt').last(),
    chatId === null ? undefined : workspace.outbox.seen.get(chatId),
  ])
  return {}
}

function describe({ chat, preview }: MirrorChat, workspace: Workspace, seenAt: string): AlertedChat {
  const isMine = isHeldBy(chat.user, readMe(workspace))
  return {
    rev: chat.rev ?? null,
    updatedAt: chat.updatedAt,
    needsHelp: chat.needsHelp,
    heldBy: chat.user === null ? 'nobody' : isMine ? 'me' : 'other',
    guestWroteAt: chat.lastUserMessageDate ?? '',
    staffWroteAt: preview?.author.kind === 'staff' ? preview.createdAt : '',
    seenAt,
  }
}
