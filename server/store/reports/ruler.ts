import { sql, type RawBuilder } from 'kysely'

/** A stretch of time, ms; its end is outside. */
export interface Span {
  from: number
  to: number
}

/** Stretches of time of which each begins where the one before it ends, ms. */
export interface Ruler {
  starts: readonly number[]
  end: number
}

/** Whether a column's time is in one of the spans. */
export function isWithin(column: string, spans: readonly Span[]): RawBuilder<boolean> {
  const name = sql.ref(column)
  const parts = spans.map(({ from, to }) => sql`(${name} >= ${at(from)} and ${name} < ${at(to)})`)
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
}

/** On which of the ruler's stretches a column's time is, from 0; what is not within the ruler is not asked. */
export function findPlace(column: string, { starts }: Ruler): RawBuilder<number> {
  const texts = starts.map((start) => new Date(start).toISOString())
  // As a query of its own the texts are read once, and not for each row.
  return sql`width_bucket(${sql.ref(column)}, (select ${texts}::text[]::timestamptz[])) - 1`
}

export function spanOf({ starts, end }: Ruler): Span {
  return { from: starts[0] ?? end, to: end }
}

function at(time: number): RawBuilder<Date> {
  return sql`${new Date(time).toISOString()}::timestamptz`
}
