import { logger } from '#src/lib/logger.ts'

/** How long after a part did not arrive it is asked for again, where nobody comes back before. */
export const LOAD_RETRY_MS = 5_000

/** From so many failures on it may be the browser's memory that fails, and no longer the line. */
const KEPT_FROM = 3

/**
 * Loads a part of the app until it arrives: a phone in a lift has no other cure. Null where `signal` ends first. `onKept` is
 * called after each failure from the third on: a browser may keep one for as long as the document lives.
 */
export async function loadUntilThere<T>(
  load: () => Promise<T>,
  onReturn: (listener: () => void) => () => void,
  signal: AbortSignal,
  onKept: () => void,
): Promise<T | null> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      return await load()
    } catch (error) {
      logger.warn('a part of the app did not arrive and is tried again', { error: String(error) })
      if (failures >= KEPT_FROM) onKept()
      await waitForReturn(onReturn, signal)
    }
  }
  return null
}

/** Until a person or the line comes back, a few seconds have passed, or `signal` ends. */
function waitForReturn(onReturn: (listener: () => void) => () => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, LOAD_RETRY_MS)
    const stop = onReturn(finish)
    signal.addEventListener('abort', finish)
  })
}
