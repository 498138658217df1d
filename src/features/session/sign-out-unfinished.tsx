import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import styles from './sign-out-unfinished.module.css'

/** Who signed out is signed out; what that left on this device is said until it is gone (D8). */
export function SignOutUnfinished({ onClear }: { onClear(): Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function clear() {
    setBusy(true)
    setFailed(false)
    // Where it succeeds this is no longer drawn.
    await onClear()
    setBusy(false)
    setFailed(true)
  }

  return (
    <div className={styles.unfinished} role="alert">
      <p>
        You are signed out, but guests’ conversations could not be removed from this device yet. Nobody can
        open them here. Bellhop tries again each time it starts.
      </p>
      {hasFailed && <p>It did not work. Close all tabs of Bellhop, restart the browser and open it again.</p>}
      <Button disabled={isBusy} onClick={() => void clear()}>
        {isBusy ? 'Removing…' : 'Remove them now'}
      </Button>
    </div>
  )
}
