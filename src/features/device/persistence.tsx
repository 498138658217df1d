import { useState } from 'react'
import type { Store } from '#src/lib/store.ts'
import { useStore } from '#src/lib/use-store.ts'
import { Button } from '#src/ui/button.tsx'
import { describePersistence } from './describe-device.ts'
import styles from './device-page.module.css'

/** What the browser promised, and a way to ask it again: it may think better of it once Bellhop is used or installed (D7). */
export function Persistence({ persisted }: { persisted: Store<boolean | null> }) {
  const isPersisted = useStore(persisted)
  const [hasRefused, setRefused] = useState(false)

  async function ask() {
    setRefused(false)
    // A browser that fails has promised nothing.
    const answer = await navigator.storage.persist().catch(() => false)
    persisted.set(answer)
    setRefused(!answer)
  }

  return (
    <>
      <span>{describePersistence(isPersisted)}</span>
      {isPersisted === false && (
        <Button look="link" onClick={() => void ask()}>
          Ask the browser again
        </Button>
      )}
      <span role="status" className={styles.note}>
        {hasRefused &&
          'It still does not promise. It may once Bellhop is installed on this device, or its alerts are on.'}
      </span>
    </>
  )
}
