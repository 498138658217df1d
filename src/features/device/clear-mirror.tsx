import { useState } from 'react'
import { clearMirror } from '#src/actions/clear-mirror.ts'
import { explainFailure } from '#src/actions/explain-failure.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import styles from './device-page.module.css'

interface ClearMirrorProps {
  isLive: boolean
  /** When the mirror last agreed with the environment, ms of the device's clock; null: not since it was emptied. */
  syncedAt: number | null
  onCleared(): void
}

type Progress = 'none' | 'asked' | 'clearing' | { clearedAt: number }

/** Throws away what was read, after a yes; what the user wrote stays. */
export function ClearMirror({ isLive, syncedAt, onCleared }: ClearMirrorProps) {
  const workspace = useWorkspace()
  const [progress, setProgress] = useState<Progress>('none')
  const [problem, setProblem] = useState<string | null>(null)

  async function clear() {
    setProgress('clearing')
    setProblem(null)
    try {
      await clearMirror(workspace, Date.now())
      setProgress({ clearedAt: Date.now() })
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
          {typeof progress === 'object' && describeCleared(isLive, progress.clearedAt, syncedAt)}
        </p>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
      {/* Never switched off: it has the focus when the question closes. */}
      <Button onClick={() => progress !== 'clearing' && setProgress('asked')}>Clear…</Button>
      {progress === 'asked' && (
        <ConfirmDialog
          title="Clear what was read?"
          confirmLabel="Clear"
          onConfirm={() => void clear()}
          onCancel={() => setProgress('none')}
        >
          {'What was read from the hotel is removed from this device and read again. Your drafts and everything ' +
            'unsent stay, and so do the chats that something unsent is for.' +
            (isLive
              ? ''
              : ' There is no connection now: until the line is back, no other chat can be read on this device.')}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** The counts rest between two readings: what was read before the clearing says nothing. */
function describeCleared(isLive: boolean, clearedAt: number, syncedAt: number | null): string {
  if (syncedAt !== null && syncedAt >= clearedAt) return 'Cleared and read again.'
  return isLive ? 'Cleared. Reading again…' : 'Cleared. It is read again when the line is back.'
}
