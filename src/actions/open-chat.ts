import type { FetchRequest } from '#src/db/mirror/database.ts'
import { patchThread } from '#src/db/mirror/threads.ts'
import { putFetchRequest } from '#src/db/mirror/fetch-requests.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror, writeOutbox } from '#src/db/write.ts'

/** A person opens a chat: it is kept from now on (D5), and its gaps and guest card are asked for (I10). */
export function openChat(workspace: Workspace, chatId: string, now: number): Promise<void> {
  const { mirror } = workspace
  return writeMirror(workspace, [mirror.threads, mirror.fetchRequests], async () => {
    await patchThread(mirror, chatId, { openedAt: now })
    await putFetchRequest(mirror, { kind: 'thread', chatId }, now)
    await putFetchRequest(mirror, { kind: 'guest-card', chatId }, now)
  })
}

/** Asks the engine, in whichever tab it runs, for older messages, all chats or a file (DESIGN section 1). */
export function askFor(workspace: Workspace, request: FetchRequest, now: number): Promise<void> {
  const { mirror } = workspace
  return writeMirror(workspace, [mirror.fetchRequests], () => putFetchRequest(mirror, request, now))
}

/** The person has seen the chat up to this message's `createdAt`; never backwards. */
export function markSeen(workspace: Workspace, chatId: string, seenAt: string): Promise<void> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.seen], async () => {
    const before = await outbox.seen.get(chatId)
    if (!before || before.seenAt < seenAt) await outbox.seen.put({ chatId, seenAt })
  })
}
