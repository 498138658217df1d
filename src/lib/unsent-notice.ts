/** The one notification that says that something waits for its writer (O9). */
export const UNSENT_TAG = 'bellhop-unsent'

const TELL = 'TELL_OF_UNSENT'

/** What a page that nobody looks at says to the worker, which knows whether another one is on a screen. */
export interface TellOfUnsent {
  type: typeof TELL
  /** How much waits. */
  count: number
}

export function tellOfUnsent(count: number): TellOfUnsent {
  return { type: TELL, count }
}

/** How much waits; null for what says nothing of it: a page of another build may say other things. */
export function readTellOfUnsent(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== TELL) return null
  return 'count' in data && Number.isSafeInteger(data.count) && Number(data.count) > 0
    ? Number(data.count)
    : null
}
