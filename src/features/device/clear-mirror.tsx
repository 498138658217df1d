import { useState } from 'react'
import { clearMirror } from '#src/actions/clear-mirror.ts'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import styles from './device-page.module.css'

interface ClearMirrorProps {
  isLive: boolean
  /** Whether the mirror has been read since it was emptied. */
  hasBeenRead: boolean
  onCleared(): void
}

type Progress = 'none' | 'asked' | 'clearing' | 'cleared'

/** Throws away what was read, after a yes; what its person wrote stays. */
export function ClearMirror({ isLive, hasBeenRead, onCleared }: ClearMirrorProps) {
  const workspace = useWorkspace()
  const [progress, setProgress] = useState<Progress>('none')
  const [problem, setProblem] = useState<string | null>(null)

  async function clear() {
    setProgress('clearing')
    setProblem(null)
    try {
      await clearMirror(workspace, Date.now())
      setProgress('cleared')
      onCleared()
    } catch (error) {
      setProgress('none')
      setProblem(explainFailure(error))
    }
  }

  return (
    <div className={styles.action}>
      <div>
        <h3>Clear what was read</h3>
        <p>
          Chats, messages and files are removed from this device and read again. It helps where something
          looks wrong, or where room is short.
        </p>
        <p role="status" className={styles.note}>
          {progress === 'cleared' && describeCleared(isLive, hasBeenRead)}
        </p>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
      <Button disabled={progress === 'clearing'} onClick={() => setProgress('asked')}>
        Clear…
      </Button>
      {progress === 'asked' && (
        <ConfirmDialog
          title="Clear what was read?"
          confirmLabel="Clear"
          onConfirm={() => void clear()}
          onCancel={() => setProgress('none')}
        >
          What was read from the hotel is removed from this device and read again. Your drafts and everything
          unsent stay, and so do the chats that something unsent is for.
          {!isLive &&
            ' There is no connection now: until the line is back, no other chat can be read on this device.'}
        </ConfirmDialog>
      )}
    </div>
  )
}

function describeCleared(isLive: boolean, hasBeenRead: boolean): string {
  if (hasBeenRead) return 'Cleared and read again.'
  return isLive ? 'Cleared. Reading again…' : 'Cleared. It is read again when the line is back.'
}
