import { useEffect, useState } from 'react'
import type { UnsentElsewhere } from '#src/db/unsent-elsewhere.ts'
import { logger } from '#src/lib/logger.ts'

const NONE: readonly UnsentElsewhere[] = []

/**
 * What waits in other environments, read when this is drawn and when the user comes back to the tab: those outboxes
 * belong to other sessions and are not watched. `read` is the same function at each drawing.
 */
export function useUnsentElsewhere(read: () => Promise<UnsentElsewhere[]>): readonly UnsentElsewhere[] {
  const [found, setFound] = useState(NONE)
  useEffect(() => {
    let isGone = false
    const look = () => {
      read().then(
        (next) => (isGone ? undefined : setFound(next)),
        (error: unknown) =>
          logger.warn('other environments’ outboxes can’t be read', { error: String(error) }),
      )
    }
    look()
    window.addEventListener('focus', look)
    return () => {
      isGone = true
      window.removeEventListener('focus', look)
    }
  }, [read])
  return found
}
