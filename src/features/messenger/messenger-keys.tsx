import { useEffect, useState, type RefObject } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { resolveChat, takeOver } from '#src/actions/take-over.ts'
import { readChatEntries } from '#src/db/chat-list.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { holderKey, isHeldBy } from '#src/domain/chats/holder.ts'
import type { ChatRowsHandle } from './list/chat-rows.tsx'
import styles from './messenger-keys.module.css'
import { useShortcuts } from './use-shortcuts.ts'

/** How long a word on a key that could do nothing stays, ms. */
const WORD_MS = 6_000

interface MessengerKeysProps {
  chatId: string | undefined
  rows: RefObject<ChatRowsHandle | null>
}

/** The messenger by keyboard. Loads once the rows are there. */
export function MessengerKeys({ chatId, rows }: MessengerKeysProps) {
  const workspace = useWorkspace()
  const [problem, setProblem] = useState<string | null>(null)
  const entry = useLive(workspace, `open-chat:${chatId ?? ''}`, async () =>
    chatId === undefined ? undefined : (await readChatEntries(workspace, [chatId]))[0],
  )
  const chat = entry?.chat

  useEffect(() => {
    if (problem === null) return undefined
    const timer = window.setTimeout(() => setProblem(null), WORD_MS)
    return () => window.clearTimeout(timer)
  }, [problem])

  function act(action: Promise<unknown>) {
    setProblem(null)
    action.catch((error: unknown) => setProblem(explainFailure(error)))
  }

  useShortcuts({
    rows,
    takeOver() {
      if (!chat || isHeldBy(chat.user, workspace.user)) return
      act(takeOver(workspace, chat.id, holderKey(chat.user), Date.now()))
    },
    resolve() {
      if (!chat?.needsHelp) return
      act(resolveChat(workspace, chat.id, chat.helpAt ?? null, Date.now()))
    },
  })

  return (
    problem !== null && (
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    )
  )
}
