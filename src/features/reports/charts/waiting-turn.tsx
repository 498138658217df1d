import { useEffect, useState, type ReactNode } from 'react'
import { waitForFrame } from '#src/lib/turns.ts'

/** One chart is drawn in a frame: several at once would hold up what the person does next. */
let last: Promise<void> = Promise.resolve()

function takeTurn(): Promise<void> {
  last = last.then(waitForFrame)
  return last
}

/** Draws a chart when it is its turn; its place is kept free until then. `height` in px. */
export function WaitingTurn({ height, draw }: { height: number; draw(): ReactNode }) {
  const [isTurn, setIsTurn] = useState(false)
  useEffect(() => {
    let isWanted = true
    void takeTurn().then(() => {
      if (isWanted) setIsTurn(true)
    })
    return () => {
      isWanted = false
    }
  }, [])
  // Its table says the same to who can't see it.
  return (
    <div style={{ height }} aria-hidden="true">
      {isTurn && draw()}
    </div>
  )
}
