import { isBlank } from '#src/domain/text/blank.ts'
import { useEffect, useState } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { canSendDraft, checkMessage, sendMessage } from '#src/actions/send-message.ts'
import { takeOver } from '#src/actions/take-over.ts'
import type { Chat } from '#src/contract/chats.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { nameGuest } from '#src/domain/chats/names.ts'
import { holderKey } from '#src/domain/chats/holder.ts'
import { isolateName } from '#src/domain/guests/name.ts'
import { Button } from '#src/ui/button.tsx'
import { nameColleague } from '../thread/describe-notices.ts'
import { StagedFiles } from './staged-files.tsx'
import { patchStaging } from './staging.ts'
import styles from './take-over-panel.module.css'
import { takeTypedAhead } from './typed-ahead.ts'
import { useDraft } from './use-draft.ts'
import { useStaged } from './use-staged.ts'

/** In the composer's place while someone else holds the chat. A draft stays readable: nothing typed is lost. */
export function TakeOverPanel({ chatId, chat }: { chatId: string; chat: Chat }) {
  const workspace = useWorkspace()
  const draft = useDraft(chatId)
  const { files, staging } = useStaged(chatId)
  const [problem, setProblem] = useState<string | null>(null)
  const holder = holderKey(chat.user)
  const hasDraft = !isBlank(draft.value) || files.length > 0
  const canSend = canSendDraft(draft.value, files.length) && !files.some(({ isPreparing }) => isPreparing)

  // Keys that were pressed before this was drawn were no words: the box that a takeover brings begins without them.
  useEffect(() => {
    takeTypedAhead(workspace, chatId)
  }, [workspace, chatId])

  function takeOverAndSend() {
    const text = draft.current.current
    const { handed } = staging
    const ids = files.map(({ id }) => id)
    if (!canSend) return
    // Emptied before anything is awaited: a second tap finds nothing (O1).
    draft.show('')
    patchStaging(workspace, chatId, { handed: new Set([...handed, ...ids]) })
    const sending = sendMessage(workspace, chatId, text, Date.now(), holder, ids).catch((error: unknown) => {
      draft.change(text)
      patchStaging(workspace, chatId, { handed })
      throw error
    })
    act(sending)
  }

  function act(action: Promise<unknown>) {
    setProblem(null)
    action.catch((error: unknown) => setProblem(explainFailure(error)))
  }

  return (
    <div className={styles.panel}>
      {hasDraft && (
        <div className={styles.draft}>
          <p className={styles.caption}>Your draft, not sent</p>
          <p className={styles.text} dir="auto">
            {draft.value}
          </p>
          <StagedFiles files={files} />
          {checkMessage(draft.value) === 'unfilled' && (
            <p className={styles.problem}>What stands in braces has to be filled in before it is sent.</p>
          )}
        </div>
      )}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.row}>
        <p className={styles.words}>{describeHolder(chat)}</p>
        {hasDraft && (
          <Button disabled={!canSend} onClick={takeOverAndSend}>
            Take over and send
          </Button>
        )}
        <Button look="primary" onClick={() => act(takeOver(workspace, chatId, holder, Date.now()))}>
          Take over
        </Button>
      </div>
    </div>
  )
}

function describeHolder(chat: Chat): string {
  if (chat.user !== null) return `${nameColleague(chat.user)} has this chat.`
  if (chat.needsHelp) return `${isolateName(nameGuest(chat))} asks for a person.`
  return chat.pausedAt === null ? 'The bot answers this chat.' : 'The bot is paused, nobody has this chat.'
}
