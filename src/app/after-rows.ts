import type { MirrorDatabase } from '#src/db/mirror/database.ts'
import { readSyncedAt } from '#src/db/mirror/meta.ts'
import type { MarkName } from '#src/lib/marks.ts'
import { PHONE_MEDIA } from '#src/ui/media.ts'

/** For a start that draws nothing of what it should; a slow phone has its rows by then. */
const ROWS_PATIENCE_MS = 8_000
/** A start on another screen has its own part to load first; what it shows there comes over the line. */
const SCREEN_PATIENCE_MS = 200
/** The chat that opens beside the list mostly has its words by then, after a first sign-in on a slow device too. */
const WORDS_PATIENCE_MS = 1_000

/**
 * Settles when the list is on screen, or what stands there where there are no rows: until then the network, and whatever is
 * loaded for later, stay out of the way of a warm start. A start on another screen has its thread, or a moment.
 */
export function waitForRows(): Promise<void> {
  return hasList()
    ? waitForLiveRows()
    : waitForMark(['bellhop:rows-visible', 'bellhop:thread-visible'], SCREEN_PATIENCE_MS)
}

/**
 * As `waitForRows`, and until the chat beside the list has its words, or they take longer: for what comes right after the rows and
 * is nothing to look at.
 */
export async function waitForWords(): Promise<void> {
  await waitForRows()
  if (!hasList() || window.matchMedia(PHONE_MEDIA).matches) return
  await waitForMark(['bellhop:thread-visible', 'bellhop:no-rows'], WORDS_PATIENCE_MS)
}

/** As `waitForRows`; at once where the mirror has never been filled, or can't say. */
export async function waitForMirroredRows(mirror: MirrorDatabase): Promise<void> {
  const syncedAt = await readSyncedAt(mirror).catch(() => null)
  if (syncedAt !== null) await waitForRows()
}

/** As `waitForRows`, for what a start to the sign-in is to have as soon as that is there. */
export function waitForScreen(): Promise<void> {
  return Promise.race([waitForRows(), waitForMark(['bellhop:sign-in-visible'], ROWS_PATIENCE_MS)])
}

/** As `waitForRows`, on whatever screen it is: for what nobody waits for. */
export function waitForLiveRows(): Promise<void> {
  return waitForMark(['bellhop:rows-live', 'bellhop:no-rows'], ROWS_PATIENCE_MS)
}

/** Whether the address is one where the chat list is drawn: on a phone an open chat has the whole screen. */
export function hasList(): boolean {
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
