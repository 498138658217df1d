import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import styles from './sign-out-dialog.module.css'

interface SignOutProblemProps {
  problem: string
  onRetry(): void
  onClose(): void
}

/** A sign-out that failed: the menu that it was chosen in has closed by then, and who walks away now is still signed in. */
export function SignOutProblem({ problem, onRetry, onClose }: SignOutProblemProps) {
  return (
    <Dialog title="Sign Out" onClose={onClose}>
      <div className={styles.choices}>
        <p
          className={styles.problem}
          role="alert"
        >{`Signing out did not work: you are still signed in. ${problem}`}</p>
        <Button look="primary" onClick={onRetry} data-autofocus>
          Try again
        </Button>
        <Button onClick={onClose}>Stay signed in</Button>
      </div>
    </Dialog>
  )
}
