import { logger } from '#src/lib/logger.ts'
import { within } from '#src/lib/within.ts'
import type * as UnsubscribeAlerts from './unsubscribe-alerts.ts'
import { UNSUBSCRIBE_WITHIN_MS } from './unsubscribe-within.ts'

/**
 * Ends this device's alerts as `work` says: best effort, bounded, and never a reason to stay. What does it loads with it: a
 * device that takes alerts keeps it.
 */
export async function unsubscribeDevice(
  work: (part: typeof UnsubscribeAlerts) => Promise<void>,
): Promise<void> {
  try {
    await within(UNSUBSCRIBE_WITHIN_MS, import('./unsubscribe-alerts.ts').then(work))
  } catch (error) {
    logger.warn('alerts could not be ended', { error: String(error) })
  }
}
