import { REPORT_MAX_YEARS } from '#src/contract/limits.ts'
import { DAY_MS } from '#src/domain/duty/shift.ts'
import { readDate } from '#src/domain/reports/calendar.ts'
import { failInvalid } from '../../errors.ts'
import type { AppContext } from '../../http/app-env.ts'
import type { Days } from '../../reports/calendar.ts'

/** A day of the calendar, or an instant with its zone. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/i

/** Nothing is older, and the database knows no later year than it can write with four digits. */
const LEAST_YEAR = 1970
const MOST_YEAR = 9998

/**
 * The days that `startDate` and `endDate` name, which are the UTC bounds of calendar dates (CONTRACT section 8), both
 * included. Throws 422 where one is missing or no time, and for a range that ends before it begins or is too long.
 */
export function readDays(c: AppContext): Days {
  const first = readDay(c, 'startDate')
  const last = readDay(c, 'endDate')
  if (last < first) throw failInvalid("The range ends before it begins: 'endDate' is before 'startDate'.")
  if (last > addYears(first, REPORT_MAX_YEARS))
    throw failInvalid(`The range is too long: a report covers at most ${REPORT_MAX_YEARS} years and a day.`)
  return { first, last }
}

function readDay(c: AppContext, name: string): number {
  const text = c.req.query(name) ?? ''
  if (text === '') throw failInvalid(`The query '${name}' is missing.`)
  const date = TIME.exec(text)?.[1] ?? ''
  const time = new Date(text).getTime()
  if (readDate(date) === null || Number.isNaN(time))
    throw failInvalid(`The query '${name}' must be a day or a time such as 2026-11-30T23:59:59.999Z.`)
  const year = new Date(time).getUTCFullYear()
  if (year < LEAST_YEAR || year > MOST_YEAR)
    throw failInvalid(`The query '${name}' must be of the years ${LEAST_YEAR} to ${MOST_YEAR}.`)
  return Math.floor(time / DAY_MS)
}

/** The 29th of February is the 1st of March where a year has none. */
function addYears(day: number, years: number): number {
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()) / DAY_MS
}
