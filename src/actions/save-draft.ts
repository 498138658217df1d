import { isBlank } from '#src/domain/text/blank.ts'
import { putDraft, readDraft } from '#src/db/outbox/drafts.ts'
import { deleteStaged, readStaged } from '#src/db/outbox/staged-files.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'

/** Keeps what is typed, per chat; an empty text removes the draft. */
export function saveDraft(workspace: Workspace, chatId: string, text: string, now: number): Promise<void> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.drafts], () => putDraft(outbox, chatId, text, now))
}

/**
 * Takes a text that went out before into the chat's draft: as the draft where that is empty, else on a line of its own
 * behind what is typed. A draft that ends with it already stays, so a second press adds nothing.
 */
export function appendToDraft(
  workspace: Workspace,
  chatId: string,
  text: string,
  now: number,
): Promise<void> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.drafts], async () => {
    const draft = await readDraft(outbox, chatId)
    const joined = joinDraft(draft?.text ?? '', text)
    // Later than what is kept, or an open composer takes it for an older state of its own.
    if (joined !== draft?.text)
      await putDraft(outbox, chatId, joined, Math.max(now, (draft?.updatedAt ?? 0) + 1))
  })
}

function joinDraft(typed: string, text: string): string {
  if (isBlank(typed)) return text
  return `\n${typed}`.endsWith(`\n${text}`) ? typed : `${typed.replace(/\n+$/, '')}\n${text}`
}

/** Throws a chat's draft away, with its staged files. */
export function discardDraft(workspace: Workspace, chatId: string, now: number): Promise<void> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.drafts, outbox.staged, outbox.files], async () => {
    await putDraft(outbox, chatId, '', now)
    for (const { id } of await readStaged(outbox, chatId)) await deleteStaged(outbox, id)
  })
}

/** A database that does not answer holds a reload up for no longer than this. */
const KEPT_WITHIN_MS = 1_000

/** Settles once everything typed and staged so far is kept: writes to one table come one after another. Never rejects. */
export async function waitForDrafts(workspace: Workspace): Promise<void> {
  const { drafts, staged } = workspace.outbox
  const isKept = writeOutbox(workspace, [drafts, staged], () => drafts.count()).catch(() => undefined)
  await Promise.race([isKept, new Promise((resolve) => setTimeout(resolve, KEPT_WITHIN_MS))])
}
