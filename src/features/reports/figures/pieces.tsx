import { Children, type ReactNode } from 'react'
import { useTurns } from '../charts/turns.ts'

/** The parts of a report, one after the other. */
export function Pieces({ children }: { children: ReactNode }) {
  const pieces = Children.toArray(children)
  return pieces.slice(0, useTurns(pieces.length))
}
