import { useEffect, useRef, useState, type ComponentType } from 'react'
import { explainFailure } from '#src/actions/explain-failure.ts'
import type { UnsentChoice } from '#src/db/session/pending-clearings.ts'
import { readHandover, type HandoverRow } from '#src/db/handover.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useConnection } from '#src/lib/connection-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { describeDrafts, describeHeldChats, describeSending, summariseLeaving } from './describe-leaving.ts'
import styles from './sign-out-dialog.module.css'

/** Draws what would be left behind, and what can be done about each of it. */
export type Handover = ComponentType<{ rows: readonly HandoverRow[]; onOpen(): void }>

interface SignOutDialogProps {
  /** What there was when Sign Out was chosen. */
  found: readonly HandoverRow[]
  handover: Handover
  onSignOut(choice: UnsentChoice): Promise<void>
  onCancel(): void
}

/**
 * Sign-out with something left behind: chats to be handed over, unsent things to be sent, kept or discarded (D8). Who
 * leaves with chats of theirs says so first; with nothing left 'Sign out' is the way.
 */
export function SignOutDialog({ found, handover: HandoverRows, onSignOut, onCancel }: SignOutDialogProps) {
  const workspace = useWorkspace()
  const isLive = useConnection().kind === 'live'
  const rows = useLive(workspace, 'sign-out', () => readHandover(workspace)) ?? found
  const { held, unsent, stuck, drafts, isHandingOver } = summariseLeaving(rows)
  const [isKeeping, setKeeping] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const hasLeft = useRef(false)
  const isOnItsWay = isLive && isHandingOver

  function leave(choice: UnsentChoice) {
    if (hasLeft.current) return
    hasLeft.current = true
    onSignOut(choice).catch((error: unknown) => {
      hasLeft.current = false
      setWaiting(false)
      setProblem(explainFailure(error))
    })
  }

  // All of it went out: now the session can end. What needs an answer, and a chat that came back, end the waiting instead.
  const leaveNow = useRef(leave)
  leaveNow.current = leave
  const mayLeave = held === 0 || isKeeping
  useEffect(() => {
    if (!isWaiting) return
    if (unsent === 0 && mayLeave) leaveNow.current('keep')
    else if (unsent === 0 || stuck > 0) setWaiting(false)
  }, [isWaiting, unsent, stuck, mayLeave])

  function keepChats() {
    if (unsent === 0) return leave('keep')
    setKeeping(true)
    // The others are on their way: nothing is left to be asked.
    if (isOnItsWay) setWaiting(true)
  }

  return (
    <Dialog title="Sign Out" onClose={onCancel}>
      <div className={styles.choices}>
        <p>{describeHeldChats(held)}</p>
        <HandoverRows rows={rows} onOpen={onCancel} />
        <div className={styles.footer}>
          {unsent > 0 && !isOnItsWay && (
            <p>
              {`${unsent === 1 ? 'One thing is' : `${unsent} things are`} not sent yet. ` +
                `${describeSending(isLive, stuck, isWaiting)}`}
            </p>
          )}
          {isOnItsWay && isWaiting && <p role="status">Handing over…</p>}
          {drafts > 0 && <p>{describeDrafts(drafts)}</p>}
          {problem !== null && (
            <p
              className={styles.problem}
              role="alert"
            >{`Signing out did not work: you are still signed in. ${problem}`}</p>
          )}
          {!mayLeave ? (
            <Button onClick={keepChats}>Sign out and keep my chats</Button>
          ) : unsent === 0 || isOnItsWay ? (
            <Button
              look="primary"
              disabled={isWaiting}
              onClick={() => (unsent > 0 ? setWaiting(true) : leave('keep'))}
            >
              Sign out
            </Button>
          ) : (
            <>
              <Button
                look="primary"
                onClick={() => setWaiting(true)}
                disabled={!isLive || stuck > 0 || isWaiting}
              >
                Send now, then sign out
              </Button>
              <Button onClick={() => leave('keep')}>Keep for my next sign-in</Button>
            </>
          )}
          {mayLeave && (drafts > 0 || unsent > 0) && !isOnItsWay && (
            <Button className={styles.discard} onClick={() => leave('discard')}>
              {unsent > 0 ? 'Discard and sign out' : 'Discard drafts and sign out'}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
