import { logger } from './logger.ts'

/** How long after a part did not arrive it is asked for again, where nobody comes back before. */
export const LOAD_RETRY_MS = 5_000
/** The longest such pause: it doubles from the first failure on that may not be the line's. */
export const LOAD_RETRY_MAX_MS = 60_000

/** From so many failures on it may be the browser's memory that fails, and no longer the line. */
const STUCK_FROM = 3

/**
 * Loads a part of the app until it arrives: a phone in a lift has no other cure. Null where `signal` ends first.
 * `onChunkStuck` is called after each failure from the third on: a browser may keep one for as long as the document lives.
 */
export async function loadUntilThere<T>(
  load: () => Promise<T>,
  onReturn: (listener: () => void) => () => void,
  signal: AbortSignal,
  onChunkStuck: () => void,
): Promise<T | null> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      return await load()
    } catch (error) {
      logger.warn('a part of the app is tried again', { error: String(error) })
      if (signal.aborted) return null
      if (failures >= STUCK_FROM) onChunkStuck()
      await waitForReturn(onReturn, signal, findPause(failures))
    }
  }
  return null
}

function findPause(failures: number): number {
  return Math.min(LOAD_RETRY_MS * 2 ** Math.max(0, failures - STUCK_FROM), LOAD_RETRY_MAX_MS)
}

/** Until a person or the line comes back, `pauseMs` have passed, or `signal` ends. */
function waitForReturn(
  onReturn: (listener: () => void) => () => void,
  signal: AbortSignal,
  pauseMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, pauseMs)
    const stop = onReturn(finish)
    signal.addEventListener('abort', finish)
  })
}
