import { describe, expect, it } from 'vitest'
import { addDays } from '#src/domain/reports/calendar.ts'
import { thinDays, type DayFigure } from '#src/domain/reports/thin-days.ts'

function makeDays(from: string, count: number): DayFigure[] {
  return Array.from({ length: count }, (_, index) => ({ date: addDays(from, index), value: index }))
}

const sum = (points: readonly DayFigure[]) => points.reduce((total, { value }) => total + value, 0)

describe('a line of days', () => {
  it('has a point for each day as long as they can be told apart', () => {
    const days = makeDays('2026-11-01', 30)
    expect(thinDays(days)).toEqual({ step: 'day', points: days })
    expect(thinDays([])).toEqual({ step: 'day', points: [] })
  })

  it('goes by week through a year, and by month through ten, without losing anything', () => {
    const year = makeDays('2027-10-01', 366)
    const weeks = thinDays(year)
    expect(weeks.step).toBe('week')
    expect(weeks.points).toHaveLength(53)
    expect(weeks.points[1]?.date).toBe('2027-10-08')
    expect(sum(weeks.points)).toBe(sum(year))

    const decade = makeDays('2016-11-26', 3_652)
    const months = thinDays(decade)
    expect(months.step).toBe('month')
    expect(months.points).toHaveLength(121)
    expect(months.points[1]?.date).toBe('2016-12-01')
    expect(sum(months.points)).toBe(sum(decade))
  })
})
