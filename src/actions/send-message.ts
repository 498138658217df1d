import { MAX_MESSAGE_CHARS } from '#src/contract/limits.ts'
import { putDraft, readDraft } from '#src/db/outbox/drafts.ts'
import { newOperationId } from '#src/db/outbox/new-id.ts'
import { addTakeover, appendOperation } from '#src/db/outbox/operations.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'

/** The longest text that a message may have, characters after trimming. */
export const MAX_CHARS = MAX_MESSAGE_CHARS

/** What a chat's holder was when the person decided (O11), as `holderKey` writes it. */
export type SeenHolder = string

/** Why a text can't be sent as it is; null where it can. Whitespace alone is nothing to send. */
export function checkMessage(text: string): 'empty' | 'too-long' | null {
  if (text.trim() === '') return 'empty'
  return text.trim().length > MAX_MESSAGE_CHARS ? 'too-long' : null
}

/**
 * Queues a message and removes the draft it came from, in one transaction (O1). A draft that another tab has typed on
 * meanwhile stays. With `takeOverFrom` a takeover goes in before it. Returns the operation's id, or null where there is
 * nothing to send; a rejected promise has changed nothing.
 */
export async function sendMessage(
  workspace: Workspace,
  chatId: string,
  text: string,
  now: number,
  takeOverFrom: SeenHolder | null = null,
): Promise<string | null> {
  if (checkMessage(text) !== null) return null
  const { outbox } = workspace
  const id = newOperationId()
  return writeOutbox(workspace, [outbox.operations, outbox.drafts], async () => {
    if (takeOverFrom !== null) {
      await addTakeover(outbox, {
        id: newOperationId(),
        lane: chatId,
        now,
        kind: 'pause',
        payload: null,
        expects: { holder: takeOverFrom },
      })
    }
    await appendOperation(outbox, { id, lane: chatId, now, kind: 'send', payload: { text: text.trim() } })
    const draft = await readDraft(outbox, chatId)
    if (draft?.text === text) await putDraft(outbox, chatId, '', now)
    return id
  })
}
