import { THREAD_STEP, type ThreadReading, type ThreadWindow } from '#src/db/thread.ts'

/** No more messages than this are drawn at a time: a thread of any length scrolls alike. */
const MAX_MESSAGES = 3 * THREAD_STEP

/** Nearly as many entries as a screen shows. */
const FIRST_DRAWN = 6
/** So many more above them after each frame. */
const DRAWN_STEP = 3
/** No entry has this key. */
export const ALL = 'all'

/** The window one step towards the thread's beginning: it grows to its full size first, then it moves. */
export function stepOlder({ window, entries }: Pick<ThreadReading, 'window' | 'entries'>): ThreadWindow {
  if (window.limit < MAX_MESSAGES) return { ...window, limit: window.limit + THREAD_STEP }
  const times = entries.flatMap((entry) => (entry.type === 'message' ? [entry.message.createdAt] : []))
  const until = times.at(-1 - THREAD_STEP)
  return until === undefined ? window : { until, limit: MAX_MESSAGES }
}

/** The window one step towards the thread's end; where that is reached it stays. */
export function stepNewer({
  window,
  newerUntil,
}: Pick<ThreadReading, 'window' | 'newerUntil'>): ThreadWindow {
  return newerUntil === undefined ? window : { until: newerUntil, limit: MAX_MESSAGES }
}

/**
 * From which entry on a thread is drawn, and which one is the uppermost after the next frame. `top`: the key of the uppermost that
 * was drawn; null where none was, `ALL` where all are to be. One that is not there any more tells nothing of the others: all are.
 */
export function placeDrawing(
  entries: readonly { key: string }[],
  top: string | null,
): { from: number; next: string | null } {
  const place =
    top === null ? Math.max(0, entries.length - FIRST_DRAWN) : entries.findIndex(({ key }) => key === top)
  const from = Math.max(0, place)
  return { from, next: entries[Math.max(0, from - DRAWN_STEP)]?.key ?? null }
}
