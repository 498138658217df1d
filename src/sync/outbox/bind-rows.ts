import { readNewlines, type Message } from '#src/contract/chats.ts'
import { isHeldBy } from '#src/domain/chats/holder.ts'
import { isMessageKind, type Operation } from '#src/domain/outbox/operation.ts'
import { bindMessage, putMessages } from '#src/db/mirror/messages.ts'
import { readLane, removeOperation } from '#src/db/outbox/operations.ts'
import { readMe } from '#src/db/me.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeMirror, writeOutbox } from '#src/db/write.ts'
import type { SyncContext } from '../context.ts'
import { removeDone } from './remove-done.ts'

/**
 * Finds which of a chat's read messages are operations of ours that carry no `clientId` (O6): a row from me, newer
 * than what was read before the attempt, with the same text or file, bound to no other operation. Only what is sent,
 * uncertain or in doubt binds; one row serves one operation. Called before the rows are written to the mirror.
 */
export async function bindRows(
  context: SyncContext,
  chatId: string,
  messages: readonly Message[],
): Promise<void> {
  const { workspace } = context
  const operations = (await readLane(workspace.outbox, chatId)).filter(isBindable)
  if (operations.length === 0) return
  const taken = await readTaken(workspace, messages)
  const mine = messages.filter((message) => !message.sentByGuest && isHeldBy(message.user, readMe(workspace)))
  for (const operation of operations) {
    const isNewer = await readNewerThan(workspace, operation.seenBefore)
    const match = mine.find(
      (message) =>
        message.id === operation.boundTo ||
        (!taken.has(message.id) && isNewer(message) && isSame(operation, message)),
    )
    if (!match) continue
    taken.add(match.id)
    await bindOperation(workspace, operation.id, match)
  }
}

/** How long a message that the environment accepted is looked for under its own words. */
export const SENT_PATIENCE_MS = 60_000

/**
 * Lets go of what was accepted long ago and is not found in a read of its whole chat: the environment has made other
 * words of it, and those are drawn. Nothing is lost, because it was accepted; kept, it would be drawn twice for ever.
 * Called after `bindRows` with a successful read.
 */
export async function dropUnrecognised({ workspace, clock }: SyncContext, chatId: string): Promise<void> {
  const found = (await readLane(workspace.outbox, chatId)).filter(
    (operation) =>
      isMessageKind(operation.kind) &&
      operation.state === 'sent' &&
      clock.now() - operation.sentAt > SENT_PATIENCE_MS,
  )
  await removeDone(workspace, found)
}

/**
 * The operation has become this message: noted on the operation first, then in the mirror, then the operation goes.
 * A view that reads at any moment finds one or both, and draws one (O6).
 */
export async function bindOperation(
  workspace: Workspace,
  operationId: string,
  message: Message,
): Promise<void> {
  const { outbox, mirror } = workspace
  await writeOutbox(workspace, [outbox.operations], async () => {
    await outbox.operations.update(operationId, { boundTo: message.id })
  })
  await writeMirror(workspace, [mirror.chats, mirror.messages], async () => {
    await putMessages(mirror, [message])
    await bindMessage(mirror, message.id, operationId)
  })
  await writeOutbox(workspace, [outbox.operations, outbox.files], () => removeOperation(outbox, operationId))
}

function isBindable(operation: Operation): boolean {
  return isMessageKind(operation.kind) && (operation.state === 'sent' || operation.doubt === 'unkeyed')
}

function isSame(operation: Operation, message: Message): boolean {
  // A text comes back with its newlines read, also those that its writer spelled out.
  if (operation.kind === 'send') return message.text.trim() === readNewlines(operation.payload.text).trim()
  if (operation.kind !== 'upload') return false
  const { name, type } = operation.payload
  return message.attachments.some(
    (file) => file.contentType === type && (file.name === undefined || file.name === name),
  )
}

/** Messages that other operations already became. */
async function readTaken(workspace: Workspace, messages: readonly Message[]): Promise<Set<string>> {
  const rows = await workspace.mirror.messages.bulkGet(messages.map((message) => message.id))
  return new Set(rows.flatMap((row) => (row && row.operationId !== '' ? [row.id] : [])))
}

/** `seenBefore` is an id; the order is by time, so its row is looked up. What was never seen is older than nothing. */
async function readNewerThan(
  workspace: Workspace,
  seenBefore: string | null,
): Promise<(message: Message) => boolean> {
  if (seenBefore === null) return () => true
  const seen = await workspace.mirror.messages.get(seenBefore)
  return (message) => message.id !== seenBefore && (!seen || message.createdAt > seen.createdAt)
}
