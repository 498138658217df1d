import { useState } from 'react'
import { exportOutbox, replaceOutbox } from '#src/actions/rescue-outbox.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'

interface OutboxRescueProps {
  origin: string
  userId: string
  onReplaced(): void
}

/** The outbox can't be opened: what is readable is offered as a file before it is replaced (D6). */
export function OutboxRescue({ origin, userId, onReplaced }: OutboxRescueProps) {
  const [isSaved, setSaved] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function save() {
    saveFile(await exportOutbox(origin, userId), 'bellhop-unsent.json')
    setSaved(true)
  }

  function replace() {
    replaceOutbox(origin, userId).then(onReplaced, () =>
      setProblem('It could not be removed. Close all other tabs of Bellhop and try again.'),
    )
  }

  return (
    <Notice
      title="Your unsent work can’t be opened"
      action={
        <>
          <Button look={isSaved ? 'plain' : 'primary'} onClick={() => void save()}>
            Download what can be read
          </Button>
          <Button look={isSaved ? 'primary' : 'plain'} disabled={!isSaved} onClick={replace}>
            Start fresh
          </Button>
        </>
      }
    >
      {problem ??
        'The browser’s storage for messages that are not sent yet is damaged. Download what can be read first; then Bellhop starts with an empty one.'}
    </Notice>
  )
}
