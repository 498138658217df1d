import { useMemo } from 'react'
import { saveDraft } from '#src/actions/save-draft.ts'
import { readDraft } from '#src/db/outbox/drafts.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { useKeptDraft, type DraftPlace, type KeptDraft } from '../use-kept-draft.ts'

/** A chat's draft: its text. */
export function useDraft(chatId: string): KeptDraft<string> {
  const workspace = useWorkspace()
  return useKeptDraft(useMemo(() => placeText(workspace, chatId), [workspace, chatId]))
}

function placeText(workspace: Workspace, chatId: string): DraftPlace<string> {
  return {
    key: `draft:${chatId}`,
    empty: '',
    async read() {
      const row = await readDraft(workspace.outbox, chatId)
      return row && { value: row.text, updatedAt: row.updatedAt }
    },
    save: (text, at) => saveDraft(workspace, chatId, text, at),
    isSame: (one, other) => one === other,
    join: (kept, typed) => kept + typed,
  }
}
