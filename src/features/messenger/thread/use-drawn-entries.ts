import { useCallback, useEffect, useState } from 'react'
import type { ThreadEntry } from '#src/db/thread.ts'
import { waitForFrame } from '#src/lib/turns.ts'
import { ALL, placeDrawing } from './thread-window.ts'

/** So many entries are drawn ahead of a reader: a screen and as much above it. */
const DRAWN_AHEAD = 24

interface DrawnEntries {
  drawn: readonly ThreadEntry[]
  /** Whether all of them are drawn. */
  isWhole: boolean
  /** More of them are being drawn, frame by frame. */
  isDrawing: boolean
  /** Draws more above: the reader comes near what is there. */
  drawMore(): void
}

/**
 * What of a thread is drawn: its newest words first, and what is above them in steps, so that no drawing holds up a key press, and
 * no further than a reader may get to before the next steps; also where older ones have been asked for. `isAtOnce`: all of
 * it, because its reader is elsewhere in it.
 */
export function useDrawnEntries(entries: readonly ThreadEntry[], isAtOnce: boolean): DrawnEntries {
  /** The key of the uppermost, once it was drawn. By its key, so that what comes below takes nothing off above. */
  const [top, setTop] = useState<string | null>(null)
  const [wanted, setWanted] = useState(DRAWN_AHEAD)
  const { from, next } = placeDrawing(entries, isAtOnce ? ALL : top)
  const isWhole = from === 0
  const count = entries.length - from
  const isDrawing = !isWhole && count < wanted
  useEffect(() => {
    // It stays while the window moves on with what comes: older ones that are asked for later lie above it all the same.
    // What was drawn at once stays drawn.
    if (isWhole) setTop((known) => (isAtOnce ? next : (known ?? next)))
    if (!isDrawing) return undefined
    let isOver = false
    void waitForFrame().then(() => (isOver ? undefined : setTop(next)))
    return () => {
      isOver = true
    }
  }, [isWhole, isDrawing, isAtOnce, next])
  const drawMore = useCallback(() => setWanted(count + DRAWN_AHEAD), [count])
  return { drawn: isWhole ? entries : entries.slice(from), isWhole, isDrawing, drawMore }
}
