import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { saveDraft } from '#src/actions/save-draft.ts'
import { readDraft } from '#src/db/outbox/drafts.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

export interface Draft {
  text: string
  /** The text as it is right now, before the next drawing: a second Enter reads it (O1). */
  current: RefObject<string>
  /** Why the last text could not be kept; null while it is. */
  problem: string | null
  /** What the person typed: shown and kept at once. */
  type(text: string): void
  /** Changes what is shown only; the action that took it has changed the row. */
  show(text: string): void
}

/**
 * A chat's draft: saved as it is typed, one write after another in the order of typing. What another tab or 'Edit' wrote
 * later replaces it; an answer to an older state of ours does not.
 */
export function useDraft(chatId: string): Draft {
  const workspace = useWorkspace()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const current = useRef('')
  /** `updatedAt` of our newest write, and whether the live query has caught up with it. */
  const ours = useRef({ at: 0, isSeen: true })
  const isLoaded = useRef(false)
  const reading = useLive(workspace, `draft:${chatId}`, async () => ({
    row: await readDraft(workspace.outbox, chatId),
  }))

  const show = useCallback((next: string) => {
    current.current = next
    setText(next)
  }, [])

  const type = useCallback(
    (next: string) => {
      show(next)
      // Kept once the row is read: a write now would replace it unread.
      if (!isLoaded.current) return
      // Two writes within a millisecond still have an order.
      const at = Math.max(Date.now(), ours.current.at + 1)
      ours.current = { at, isSeen: next === '' }
      saveDraft(workspace, chatId, next, at).then(
        () => setProblem(null),
        (error: unknown) => setProblem(explainFailure(error)),
      )
    },
    [workspace, chatId, show],
  )

  useEffect(() => {
    if (!reading) return
    const { row } = reading
    if (!isLoaded.current) {
      isLoaded.current = true
      // The box takes what is typed from the first moment on: it follows what was kept.
      if (current.current !== '') return type(`${row?.text ?? ''}${current.current}`)
    }
    if (row && row.updatedAt < ours.current.at) return
    if (row && row.updatedAt === ours.current.at) {
      ours.current.isSeen = true
      return
    }
    if (!row && !ours.current.isSeen) return
    if ((row?.text ?? '') !== current.current) show(row?.text ?? '')
  }, [reading, show, type])

  return { text, current, problem, type, show }
}
