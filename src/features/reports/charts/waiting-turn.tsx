import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTurns } from './turns.ts'

interface WaitingTurnProps {
  /** px. */
  height: number
  /** `width` in px: a chart that measured itself would be drawn at once, and not in slices. */
  draw(width: number): ReactNode
}

/** Draws a chart when it is its turn; its place is kept free until then. */
export function WaitingTurn({ height, draw }: WaitingTurnProps) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const isTurn = useTurns(1) === 1
  useEffect(() => {
    const { current } = place
    if (!current) return undefined
    const observer = new ResizeObserver(() => {
      startTransition(() => setWidth(Math.floor(current.clientWidth)))
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  // Its table says the same to who can't see it.
  return (
    <div ref={place} style={{ height }} aria-hidden="true">
      {isTurn && width > 0 && draw(width)}
    </div>
  )
}
