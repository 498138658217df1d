import type { ReactNode } from 'react'
import { useTurns } from './turns.ts'

/** Draws a chart when it is its turn; its place is kept free until then. `height` in px. */
export function WaitingTurn({ height, draw }: { height: number; draw(): ReactNode }) {
  const isTurn = useTurns(1) === 1
  // Its table says the same to who can't see it.
  return (
    <div style={{ height }} aria-hidden="true">
      {isTurn && draw()}
    </div>
  )
}
