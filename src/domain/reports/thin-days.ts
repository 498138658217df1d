import { addDays, countDays, type CalendarDate } from './calendar.ts'

/** A day's figure, or that of several days from `date` on. */
export interface DayFigure {
  date: CalendarDate
  value: number
}

/** Days, weeks or months: what one point of a line stands for. */
export type DayStep = 'day' | 'week' | 'month'

/** A line with more points than this has more than a screen can show. */
const MAX_POINTS = 124
const DAYS_PER_WEEK = 7

/**
 * The figures of a long range in weeks or months of the calendar, added up: nothing is left out, so that the sums are those of the
 * days. The first week begins with the range.
 */
export function thinDays(days: readonly DayFigure[]): { step: DayStep; points: DayFigure[] } {
  if (days.length <= MAX_POINTS) return { step: 'day', points: [...days] }
  const [first] = days
  if (!first) return { step: 'day', points: [] }
  const isYears = days.length > MAX_POINTS * DAYS_PER_WEEK
  const beginOf = isYears
    ? ({ date }: DayFigure) => `${date.slice(0, 7)}-01`
    : ({ date }: DayFigure) => {
        const week = Math.floor((countDays(first.date, date) - 1) / DAYS_PER_WEEK)
        return addDays(first.date, week * DAYS_PER_WEEK)
      }
  const sums = new Map<CalendarDate, number>()
  for (const day of days) sums.set(beginOf(day), (sums.get(beginOf(day)) ?? 0) + day.value)
  return {
    step: isYears ? 'month' : 'week',
    points: [...sums].map(([date, value]) => ({ date, value })),
  }
}
