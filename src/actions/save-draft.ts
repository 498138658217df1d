import { putDraft } from '#src/db/outbox/drafts.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { writeOutbox } from '#src/db/write.ts'

/** Keeps what is typed, per chat; an empty text removes the draft. */
export function saveDraft(workspace: Workspace, chatId: string, text: string, now: number): Promise<void> {
  const { outbox } = workspace
  return writeOutbox(workspace, [outbox.drafts], () => putDraft(outbox, chatId, text, now))
}
