import { logger } from '#src/lib/logger.ts'
import { createRetryTimer } from '#src/sync/retry-timer.ts'

/**
 * Makes what asks the environment to revoke the tokens of ended sessions (D8): at once when it is called, and again until
 * it has answered, as long as this page is open, because a browser says that it is online before it is. The next start goes
 * on. `trySending` gives false where not all of them could be sent now.
 */
export function createRevocationSender(trySending: () => Promise<boolean>): () => void {
  const retry = createRetryTimer(() => void send(), Math.random)

  async function send(): Promise<void> {
    retry.stop()
    try {
      if (await trySending()) return
    } catch (error) {
      // This device's database failed, which it may not do the next time; nobody but us would ever try it again.
      logger.warn('a session could not be revoked', { error: String(error) })
    }
    retry.scheduleRetry()
  }

  return () => {
    retry.reset()
    void send()
  }
}
