import { explainRange } from '#src/domain/reports/date-range.ts'
import { failInvalid } from '../../errors.ts'
import type { AppContext } from '../../http/app-env.ts'

/** The UTC bounds of a calendar date (CONTRACT section 6, Reports); a bare date is read too. */
const START = /^(\d{4}-\d\d-\d\d)(T00:00:00(\.000)?Z)?$/
const END = /^(\d{4}-\d\d-\d\d)(T23:59:59(\.999)?Z)?$/

/** The days that a call names. Throws 422 for what are no days, or too many. */
export function readDays(c: AppContext): { from: string; to: string } {
  const from = readBound(c, 'startDate', START)
  const to = readBound(c, 'endDate', END)
  const problem = explainRange(from, to)
  if (problem !== null) throw failInvalid(problem)
  return { from, to }
}

function readBound(c: AppContext, name: string, form: RegExp): string {
  const text = c.req.query(name) ?? ''
  const date = form.exec(text)?.[1]
  if (date === undefined) {
    const example = form === START ? '2026-11-01T00:00:00.000Z' : '2026-11-30T23:59:59.999Z'
    throw failInvalid(`${name} must be the bound of a day in UTC, such as ${example}.`)
  }
  return date
}
