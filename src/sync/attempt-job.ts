import { ApiError } from '#src/api/errors.ts'
import { SessionEndedError, StorageFullError } from '#src/db/errors.ts'
import { logger } from '#src/lib/logger.ts'

/** Runs a job of the engine and says whether it was done. Never rejects. */
export type AttemptJob = (job: () => Promise<void>) => Promise<boolean>

/** A failed call is its caller's to repeat, an ended session stops everything: neither is an error of the app. */
export function createAttempt(signal: AbortSignal): AttemptJob {
  return async (job) => {
    if (signal.aborted) return false
    try {
      await job()
      return true
    } catch (error) {
      const isExpected = error instanceof SessionEndedError || error instanceof ApiError || signal.aborted
      if (error instanceof StorageFullError) logger.warn('what comes in can’t be kept: this device is full')
      else if (!isExpected) logger.error('the engine failed', { error: String(error) })
      return false
    }
  }
}
