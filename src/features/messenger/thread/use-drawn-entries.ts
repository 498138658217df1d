import { useEffect, useState } from 'react'
import type { ThreadEntry } from '#src/db/thread.ts'
import { waitForFrame } from '#src/lib/turns.ts'
import { ALL, placeDrawing } from './thread-window.ts'

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
  const { from, next } = placeDrawing(entries, isAtOnce ? ALL : top)
  const isWhole = from === 0
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
