import Dexie from 'dexie'
import { logger } from '#src/lib/logger.ts'

/**
 * Calls back with what `read` gives of the session database, once at the start and whenever that changes, in any tab.
 * Returns how to stop; what lives as long as the page never is.
 */
export function observeSession<T>(read: () => Promise<T>, onChange: (value: T) => void): () => void {
  const subscription = Dexie.liveQuery(read).subscribe({
    next: onChange,
    error: (error: unknown) => logger.warn('the session can’t be read', { error: String(error) }),
  })
  return () => subscription.unsubscribe()
}
