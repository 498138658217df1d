import { sql, type RawBuilder } from 'kysely'

/** Days of the calendar, `2026-11-25`, both included, and the zone in which they are counted. */
export interface ReportDays {
  from: string
  to: string
  timeZone: string
}

/** An instant's wall clock in the report's zone. */
export function localTime(column: RawBuilder<unknown>, { timeZone }: ReportDays): RawBuilder<Date> {
  return sql<Date>`(${column} at time zone ${timeZone}::text)`
}

/**
 * Whether an instant falls on one of the days. By an index first, a day wider on both sides, and then by the very date: where a
 * clock is put back at midnight, that hour comes twice, and a bound alone would leave out one of them.
 */
export function isWithin(column: RawBuilder<unknown>, days: ReportDays): RawBuilder<boolean> {
  const { from, to } = days
  return sql<boolean>`(
    ${column} >= (${from}::date - 1)::timestamp at time zone 'UTC'
    and ${column} < (${to}::date + 2)::timestamp at time zone 'UTC'
    and ${localTime(column, days)}::date between ${from}::date and ${to}::date
  )`
}

/** Every day of the report, as `day`. */
export function eachDay({ from, to }: ReportDays): RawBuilder<unknown> {
  return sql`(select day::date from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day) as days`
}

/** A day as the wire writes it. */
export function writeDay(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${column}, 'YYYY-MM-DD')`
}

/** Messages that somebody wrote to be read: no line about the chat, and nothing that only staff see. */
export const isWritten = sql<boolean>`(messages.type <> 'event' and not messages.staff_only)`
export const isByStaff = sql<boolean>`(not messages.sent_by_guest and messages.user_id is not null)`
export const isByBot = sql<boolean>`(not messages.sent_by_guest and messages.user_id is null)`
