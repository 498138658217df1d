import { useEffect, useState } from 'react'
import type { ThreadEntry } from '#src/db/thread.ts'
import { waitForFrame } from '#src/lib/turns.ts'

/** About as many as a screen shows. */
const FIRST = 8
/** So many more above them after each frame. */
const STEP = 6

/**
 * What of a thread is drawn: its newest words first, and what is above them in steps, so that no drawing holds up a key press;
 * also where older ones have been asked for. `isAtOnce`: all of it, because its reader is elsewhere in it.
 */
export function useDrawnEntries(
  entries: readonly ThreadEntry[],
  isAtOnce: boolean,
): { drawn: readonly ThreadEntry[]; isWhole: boolean } {
  /** The key of the uppermost, once it was drawn. By its key, so that what comes below takes nothing off above. */
  const [top, setTop] = useState<string | null>(null)
  const place =
    top === null ? Math.max(0, entries.length - FIRST) : entries.findIndex(({ key }) => key === top)
  // One that is not there any more tells nothing of the others.
  const from = isAtOnce || place < 0 ? 0 : place
  const isWhole = from === 0
  const next = entries[Math.max(0, from - STEP)]?.key ?? null
  useEffect(() => {
    // It stays while the window moves on with what comes: older ones that are asked for later lie above it all the same.
    if (isWhole) {
      setTop((known) => known ?? next)
      return undefined
    }
    let isOver = false
    void waitForFrame().then(() => (isOver ? undefined : setTop(next)))
    return () => {
      isOver = true
    }
  }, [isWhole, next])
  return { drawn: isWhole ? entries : entries.slice(from), isWhole }
}
