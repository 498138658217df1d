import { useEffect, useRef, useState } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import type { UnsentChoice } from '#src/actions/session-sign-out.ts'
import { readOperations } from '#src/db/outbox/operations.ts'
import { countDrafts } from '#src/db/outbox/staged-files.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import styles from './sign-out-dialog.module.css'

interface SignOutDialogProps {
  onSignOut(choice: UnsentChoice): Promise<void>
  onCancel(): void
}

/** Sign-out with something unsent: send now, keep for my next sign-in, discard (D8). */
export function SignOutDialog({ onSignOut, onCancel }: SignOutDialogProps) {
  const workspace = useWorkspace()
  const connection = useConnection()
  const operations = useLive(workspace, 'sign-out', () => readOperations(workspace.outbox))
  const drafts = useLive(workspace, 'sign-out-drafts', () => countDrafts(workspace.outbox)) ?? 0
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const hasLeft = useRef(false)
  const count = operations?.length
  const stuck = operations?.filter(({ state }) => state === 'held' || state === 'failed').length ?? 0
  const canSend = connection.kind === 'live' && stuck === 0

  function leave(choice: UnsentChoice) {
    if (hasLeft.current) return
    hasLeft.current = true
    onSignOut(choice).catch((error: unknown) => {
      hasLeft.current = false
      setWaiting(false)
      setProblem(explainFailure(error))
    })
  }

  // All of it went out: now the session can end.
  const leaveNow = useRef(leave)
  leaveNow.current = leave
  useEffect(() => {
    if (isWaiting && count === 0) leaveNow.current('keep')
  }, [isWaiting, count])

  return (
    <Dialog title="Sign Out" onClose={onCancel}>
      <div className={styles.choices}>
        <p>
          {count === 1 ? 'One thing is' : `${count ?? 'Some'} things are`} not sent yet.{' '}
          {describeSending(connection.kind === 'live', stuck, isWaiting)}
        </p>
        {drafts > 0 && (
          <p>
            {drafts === 1 ? 'A draft, with its files,' : `${drafts} drafts, with their files,`} will be here
            at your next sign-in, unless you discard everything.
          </p>
        )}
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Button look="primary" onClick={() => setWaiting(true)} disabled={!canSend || isWaiting}>
          Send now, then sign out
        </Button>
        <Button onClick={() => leave('keep')}>Keep for my next sign-in</Button>
        <Button className={styles.discard} onClick={() => leave('discard')}>
          Discard and sign out
        </Button>
      </div>
    </Dialog>
  )
}

function describeSending(isLive: boolean, stuck: number, isWaiting: boolean): string {
  if (!isLive) return 'It can’t be sent now: there is no connection.'
  if (stuck > 0) return 'Some of it waits for your answer: see Unsent.'
  return isWaiting ? 'Sending…' : 'What shall become of it?'
}
