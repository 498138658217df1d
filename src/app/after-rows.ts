import type { MarkName } from '#src/lib/marks.ts'
import { PHONE_MEDIA } from '#src/lib/media.ts'

/** A start whose list has no rows to draw (an empty hotel) waits no longer than this. */
const ROWS_PATIENCE_MS = 1_500
/** A start on another screen has its own part to load first; what it shows there comes over the line. */
const SCREEN_PATIENCE_MS = 200

/** What comes last of all waits longer: a list that is late is not to be later for it. */
const LIVE_PATIENCE_MS = 8_000

/**
 * Settles when the first rows are on screen: until then the network stays out of the way of a warm start. A start that
 * draws no list has its thread, or a moment.
 */
export function waitForRows(): Promise<void> {
  return hasList()
    ? waitForMark(['bellhop:rows-visible'], ROWS_PATIENCE_MS)
    : waitForMark(['bellhop:rows-visible', 'bellhop:thread-visible'], SCREEN_PATIENCE_MS)
}

/** Settles when the rows are live, for what nobody waits for. */
export function waitForLiveRows(): Promise<void> {
  return waitForMark(['bellhop:rows-live'], LIVE_PATIENCE_MS)
}

/** Whether the address is one where the chat list is drawn: on a phone an open chat has the whole screen. */
function hasList(): boolean {
  const [, screen = '', chatId = ''] = window.location.pathname.split('/')
  if (screen !== '' && screen !== 'messenger') return false
  return chatId === '' || !window.matchMedia(PHONE_MEDIA).matches
}

function waitForMark(names: readonly MarkName[], patienceMs: number): Promise<void> {
  if (names.some((name) => performance.getEntriesByName(name).length > 0)) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      observer.disconnect()
      clearTimeout(timer)
      resolve()
    }
    const observer = new PerformanceObserver((list) => {
      if (names.some((name) => list.getEntriesByName(name).length > 0)) finish()
    })
    const timer = setTimeout(finish, patienceMs)
    observer.observe({ type: 'mark' })
  })
}
