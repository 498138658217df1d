import { addDays, countDays, readDate, weekdayOf, type CalendarDate } from './calendar.ts'

/** Days of the calendar, both ends included. */
export interface DateRange {
  from: CalendarDate
  to: CalendarDate
}

/** Specification section 9. */
const DEFAULT_RANGE_DAYS = 30
/** As many as the environment counts in one report (`REPORT_MAX_YEARS`), leap days included. */
const MAX_RANGE_DAYS = 3_653

/** The presets of the picker (specification section 2), each of which ends today. */
export const PRESETS = ['Week to date', 'Month to date', 'Year to date'] as const
export type Preset = (typeof PRESETS)[number]

/** The last 30 days, today included. */
export function defaultRange(today: CalendarDate): DateRange {
  return { from: addDays(today, 1 - DEFAULT_RANGE_DAYS), to: today }
}

/** `weekStart`: the weekday on which a week begins where the person lives, 0 is Sunday. */
export function presetRange(preset: Preset, today: CalendarDate, weekStart: number): DateRange {
  switch (preset) {
    case 'Week to date':
      return { from: addDays(today, -((weekdayOf(today) - weekStart + 7) % 7)), to: today }
    case 'Month to date':
      return { from: `${today.slice(0, 8)}01`, to: today }
    case 'Year to date':
      return { from: `${today.slice(0, 5)}01-01`, to: today }
  }
}

/** As many days, right before it. */
export function rangeBefore({ from, to }: DateRange): DateRange {
  return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) }
}

/** What is wrong with the ends of a range, in words; null: nothing. */
export function explainRange(from: string | undefined, to: string | undefined): string | null {
  const [first, last] = [readDate(from), readDate(to)]
  if (first === null) return from ? `“${from}” is no day of the calendar.` : 'The first day is missing.'
  if (last === null) return to ? `“${to}” is no day of the calendar.` : 'The last day is missing.'
  if (last < first) return 'The range ends before it begins.'
  if (countDays(first, last) > MAX_RANGE_DAYS) return 'A range has ten years at most.'
  return null
}

/** The UTC bounds by which a call names the days (CONTRACT section 6, Reports). */
export function boundsOf({ from, to }: DateRange): { startDate: string; endDate: string } {
  return { startDate: `${from}T00:00:00.000Z`, endDate: `${to}T23:59:59.999Z` }
}
