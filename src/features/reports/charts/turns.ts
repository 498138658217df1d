import { startTransition, useEffect, useState } from 'react'
import { waitForFrame } from '#src/lib/turns.ts'

/** One piece of the page is drawn in a frame: several at once would hold up what the person does next. */
let last: Promise<void> = Promise.resolve()

function takeTurn(): Promise<void> {
  last = last.then(waitForFrame)
  return last
}

/** Counts from 0 to `pieces`, one at each turn that this part of the page gets. */
export function useTurns(pieces: number): number {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (drawn >= pieces) return undefined
    let isWanted = true
    void takeTurn().then(() => {
      // As a transition React draws it in slices, between which the person comes.
      if (isWanted) startTransition(() => setDrawn(drawn + 1))
    })
    return () => {
      isWanted = false
    }
  }, [drawn, pieces])
  return Math.min(drawn, pieces)
}
