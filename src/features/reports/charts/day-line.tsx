import { thinDays, type DayFigure } from '#src/domain/reports/thin-days.ts'
import { PointLine } from './point-line.tsx'

interface DayLineProps {
  days: readonly DayFigure[]
  /** What is counted: `messages`. */
  unit: string
}

/** A figure from day to day; of a long range from week to week, or from month to month. */
export function DayLine({ days, unit }: DayLineProps) {
  return <PointLine {...thinDays(days)} unit={unit} />
}
