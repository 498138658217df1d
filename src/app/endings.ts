import { logger } from '#src/lib/logger.ts'

/** A browser says that it is online before it is, so one try is not enough; between two of them it grows. */
const FIRST_RETRY_MS = 2_000
const RETRY_MAX_MS = 60_000

/**
 * What tells the environment of ended sessions (D8): at once when it is called, and again until it was heard, as long as
 * this page is open. The next start goes on. `tryToTell` gives false where the environment can't hear of all of them now.
 */
export function createEndings(tryToTell: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = FIRST_RETRY_MS

  async function tell(): Promise<void> {
    clearTimeout(timer)
    try {
      if (await tryToTell()) return
      clearTimeout(timer)
      timer = setTimeout(() => void tell(), waitMs)
      waitMs = Math.min(2 * waitMs, RETRY_MAX_MS)
    } catch (error) {
      logger.warn('a sign-out could not be told', { error: String(error) })
    }
  }

  return () => {
    waitMs = FIRST_RETRY_MS
    void tell()
  }
}
