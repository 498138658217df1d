import { describe, expect, it } from 'vitest'
import type { Shift } from '#src/domain/duty/shift.ts'
import { meanOnDuty } from '#server/routes/analytics/duty-hours.ts'

const WEEK = { from: '2026-11-02', to: '2026-11-08', timeZone: 'Europe/Berlin' }
const HOURS_PER_DAY = 24
const EVERYBODY = ['ava', 'ben', 'cleo']

function makeShift(shift: Partial<Shift>): Shift {
  return {
    start: 0,
    end: 24 * 60,
    frequency: 'Daily',
    timeZone: 'Europe/Berlin',
    userIds: [],
    message: '',
    setAt: new Date('2026-01-01T00:00:00.000Z'),
    ...shift,
  }
}

function at(day: number, hour: number, hours: readonly number[]): number | undefined {
  return hours[day * HOURS_PER_DAY + hour]
}

describe('how many people were on duty by the hour of the week', () => {
  it('is nobody where there are no shifts, and everybody where a shift names none', () => {
    expect(new Set(meanOnDuty([], EVERYBODY, WEEK))).toEqual(new Set([0]))
    expect(new Set(meanOnDuty([makeShift({})], EVERYBODY, WEEK))).toEqual(new Set([3]))
  })

  it('has half an hour of a person as a half, and who has two shifts at once once', () => {
    const hours = meanOnDuty(
      [
        makeShift({ start: 9 * 60, end: 12 * 60 + 30, frequency: 'Weekdays', userIds: ['ava'] }),
        makeShift({ start: 11 * 60, end: 13 * 60, frequency: 'Weekdays', userIds: ['ava', 'ben'] }),
      ],
      EVERYBODY,
      WEEK,
    )
    expect([8, 9, 11, 12, 13].map((hour) => at(1, hour, hours))).toEqual([0, 1, 2, 2, 0])
    expect(at(6, 9, hours)).toBe(0)
  })

  it('goes over midnight, and by the hotel’s clock where a shift has another', () => {
    const night = makeShift({ start: 22 * 60, end: 6 * 60, userIds: ['ben'], timeZone: 'Europe/London' })
    const hours = meanOnDuty([night], EVERYBODY, WEEK)
    expect([22, 23, 0, 6, 7].map((hour) => at(3, hour, hours))).toEqual([0, 1, 1, 1, 0])
  })

  it('is no more where an hour comes twice, and no less where one is left out', () => {
    for (const [from, to] of [
      ['2026-10-25', '2026-10-25'],
      ['2026-03-29', '2026-03-29'],
    ] as const) {
      const hours = meanOnDuty([makeShift({ userIds: ['ava'] })], EVERYBODY, { ...WEEK, from, to })
      const sunday = hours.slice(0, HOURS_PER_DAY)
      expect(new Set(sunday.filter((mean) => mean !== 0))).toEqual(new Set([1]))
      expect(sunday.filter((mean) => mean === 0)).toHaveLength(from === '2026-03-29' ? 1 : 0)
      expect(new Set(hours.slice(HOURS_PER_DAY))).toEqual(new Set([0]))
    }
  })
})
