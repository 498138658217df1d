import type { ServiceReport } from '#src/contract/reports.ts'
import { thinDays } from '#src/domain/reports/thin-days.ts'
import { PointLine } from './point-line.tsx'

const BEST_RATING = 5

/** The mean rating of each day, week or month that has any. */
export function RatingLine({ ratings }: Pick<ServiceReport, 'ratings'>) {
  const counts = thinDays(ratings.map(({ date, ratings: count }) => ({ date, value: count })))
  const sums = thinDays(ratings.map((day) => ({ date: day.date, value: day.ratings * (day.average ?? 0) })))
  const means = counts.points.flatMap(({ date, value: count }, index) =>
    count === 0 ? [] : [{ date, value: (sums.points[index]?.value ?? 0) / count }],
  )
  return <PointLine points={means} step={counts.step} unit="of 5" max={BEST_RATING} />
}
