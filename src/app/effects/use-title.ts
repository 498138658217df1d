import { useEffect } from 'react'

const WAITING_TITLE = 'Guest awaiting assistance'
const originalTitle = document.title

/** The tab's title (specification section 4), in every tab; the original one again when nobody waits. */
export function useTitle(isGuestWaiting: boolean): void {
  useEffect(() => {
    document.title = isGuestWaiting ? WAITING_TITLE : originalTitle
    return () => {
      document.title = originalTitle
    }
  }, [isGuestWaiting])
}
