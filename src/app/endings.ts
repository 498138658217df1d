import { logger } from '#src/lib/logger.ts'
import { createRetryTimer } from '#src/sync/retry-timer.ts'

/**
 * What tells the environment of ended sessions (D8): at once when it is called, and again until it was heard, as long as
 * this page is open, because a browser says that it is online before it is. The next start goes on. `tryToTell` gives false
 * where the environment can't hear of all of them now.
 */
export function createEndings(tryToTell: () => Promise<boolean>): () => void {
  const retry = createRetryTimer(() => void tell(), Math.random)

  async function tell(): Promise<void> {
    retry.stop()
    try {
      if (!(await tryToTell())) retry.scheduleRetry()
    } catch (error) {
      logger.warn('a sign-out could not be told', { error: String(error) })
    }
  }

  return () => {
    retry.reset()
    void tell()
  }
}
