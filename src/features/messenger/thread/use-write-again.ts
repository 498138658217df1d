import { useCallback, useMemo, useState } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { appendToDraft } from '#src/actions/save-draft.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { patchStaging } from '../composer/staging.ts'

export interface WriteAgain {
  /** How many were taken up: with each the person goes on in the message box. */
  count: number
  /** Why the last one could not be taken up; null while nothing hinders. */
  problem: string | null
  /** Puts a text that was not delivered into the chat's draft. Nothing is sent. */
  take(text: string): void
}

/** How a message that failed after it was sent is taken up again. */
export function useWriteAgain(chatId: string): WriteAgain {
  const workspace = useWorkspace()
  const [count, setCount] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const take = useCallback(
    (text: string) => {
      // A draft that goes as soon as its files are ready would take this with it unseen.
      patchStaging(workspace, chatId, { waitsToSend: false })
      appendToDraft(workspace, chatId, text, Date.now()).then(
        () => {
          setProblem(null)
          setCount((before) => before + 1)
        },
        (error: unknown) => setProblem(`It could not be put into the message box. ${explainFailure(error)}`),
      )
    },
    [workspace, chatId],
  )
  return useMemo(() => ({ count, problem, take }), [count, problem, take])
}
