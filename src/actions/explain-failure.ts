import { OutdatedBuildError, SessionEndedError, StorageFullError } from '#src/db/errors.ts'

/** Why an action's promise was rejected, in a person's words (D6). */
export function explainFailure(error: unknown): string {
  if (error instanceof StorageFullError) {
    return 'This device has no room left, so it could not be kept. Free some space and try again.'
  }
  if (error instanceof SessionEndedError) return 'You have been signed out. Sign in again, then repeat it.'
  if (error instanceof OutdatedBuildError)
    return 'Bellhop was updated in another tab. Reload this page first.'
  return 'This device could not keep it. Try again; if it goes on, reload the page.'
}
