import { THREAD_STEP, type ThreadReading, type ThreadWindow } from '#src/db/thread.ts'

/** No more messages than this are drawn at a time: a thread of any length scrolls alike. */
const MAX_MESSAGES = 3 * THREAD_STEP

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
