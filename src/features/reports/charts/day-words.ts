import type { CalendarDate } from '#src/domain/reports/calendar.ts'
import type { DayFigure, DayStep } from '#src/domain/reports/thin-days.ts'

const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const monthYear = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const whole = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** What an axis has room for: `5 Nov`, `Nov 2026`. */
export function writeDay(date: CalendarDate, step: DayStep): string {
  return write(step === 'month' ? monthYear : dayMonth, date)
}

/** A day in full: `Wed, 25 Nov 2026`. */
export function writeWholeDay(date: CalendarDate): string {
  return write(whole, date)
}

/** What a point of a line stands for. */
export function nameStep(date: CalendarDate, step: DayStep): string {
  switch (step) {
    case 'day':
      return writeWholeDay(date)
    case 'week':
      return `Week from ${writeWholeDay(date)}`
    case 'month':
      return write(monthYear, date)
  }
}

/** The days that are written below a line: at equal distances, the first of them always. */
export function chooseTicks(points: readonly DayFigure[], most: number): CalendarDate[] {
  const every = Math.max(1, Math.ceil(points.length / most))
  return points.filter((_, index) => index % every === 0).map(({ date }) => date)
}

function write(format: Intl.DateTimeFormat, date: CalendarDate): string {
  const time = Date.parse(`${date}T00:00:00.000Z`)
  return Number.isNaN(time) ? date : format.format(time)
}
