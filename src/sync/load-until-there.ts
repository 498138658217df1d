import { logger } from '#src/lib/logger.ts'

/** How long after a part did not arrive it is asked for again, where nobody comes back before. */
export const LOAD_RETRY_MS = 5_000

/** Loads a part of the app until it arrives: a phone in a lift has no other cure. Null where `signal` ends first. */
export async function loadUntilThere<T>(
  load: () => Promise<T>,
  onReturn: (listener: () => void) => () => void,
  signal: AbortSignal,
): Promise<T | null> {
  while (!signal.aborted) {
    try {
      return await load()
    } catch (error) {
      logger.warn('a part of the app did not arrive and is tried again', { error: String(error) })
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
