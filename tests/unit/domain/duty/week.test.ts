import { describe, expect, it } from 'vitest'
import { isOn, listOnTimes } from '#src/domain/duty/on-duty.ts'
import type { Shift } from '#src/domain/duty/shift.ts'
import { drawWeek, isNobody, type DutyWeek } from '#src/domain/duty/week.ts'

const HOUR_MS = 3_600_000
const STEP_MS = 15 * 60_000

const shift = (start: number, end: number, fields: Partial<Shift> = {}): Shift => ({
  start: start * 60,
  end: end * 60,
  frequency: 'Daily',
  timeZone: 'UTC',
  userIds: [],
  message: '',
  setAt: new Date('2026-01-01T00:00:00Z'),
  ...fields,
})
const NEW_YORK = 'America/New_York'
const week = (shifts: readonly Shift[], now: string, timeZone = 'UTC') =>
  drawWeek(shifts, { now: new Date(now), timeZone })
const drawDay = ({ days }: DutyWeek, index: number) =>
  days[index]?.hours.map(({ cover }) => ({ nobody: '.', part: '/', all: '#', missing: ' ' })[cover]).join('')
const listGaps = ({ stretches }: DutyWeek) =>
  stretches
    .filter(({ who }) => isNobody(who))
    .map(({ from, to }) => `${new Date(from).toISOString().slice(0, 16)} ${(to - from) / HOUR_MS}`)

describe('the week’s picture', () => {
  it('begins with today, and knows each hour’s cover', () => {
    const drawn = week([shift(8, 16), shift(20.5, 22)], '2026-11-18T12:34:56Z')
    expect(drawn.days).toHaveLength(7)
    expect(drawDay(drawn, 0)).toBe('........########..../#..')
    expect(drawDay(drawn, 6)).toBe('........########..../#..')
    expect(listGaps(drawn).slice(0, 3)).toEqual([
      '2026-11-18T00:00 8',
      '2026-11-18T16:00 4.5',
      '2026-11-18T22:00 10',
    ])
  })

  it('a night counts for the day on which it begins', () => {
    // Wednesday to Tuesday.
    const drawn = week([shift(22, 6, { frequency: 'Weekdays' })], '2026-11-18T12:00:00Z')
    expect([0, 1, 2, 3, 4, 5, 6].map((day) => drawDay(drawn, day))).toEqual([
      '######................##',
      '######................##',
      '######................##',
      '######..................',
      '........................',
      '......................##',
      '######................##',
    ])
  })

  it('is drawn by the clock of who looks, wherever the shift is', () => {
    const drawn = week([shift(8, 16, { timeZone: NEW_YORK })], '2026-11-18T12:00:00Z', 'Europe/Madrid')
    expect(drawDay(drawn, 1)).toBe('..............########..')
  })

  it('an hour over which the clock is put forward is not there, one that it passes twice is both', () => {
    const forward = week([shift(1.5, 3.5, { timeZone: NEW_YORK })], '2026-03-08T12:00:00Z', NEW_YORK)
    expect(drawDay(forward, 0)).toBe('./ /....................')
    expect(forward.to - forward.from).toBe((7 * 24 - 1) * HOUR_MS)
    const back = week([shift(1, 1.5, { timeZone: NEW_YORK })], '2026-11-01T12:00:00Z', NEW_YORK)
    expect(drawDay(back, 0)).toBe('./......................')
    expect(back.to - back.from).toBe((7 * 24 + 1) * HOUR_MS)
    expect(listGaps(back).slice(0, 2)).toEqual(['2026-11-01T04:00 1', '2026-11-01T05:30 0.5'])
  })

  it('a night that the clock is put back in is an hour longer', () => {
    const [first] = listOnTimes(shift(22, 6, { timeZone: NEW_YORK, frequency: 'Weekend' }), {
      from: Date.parse('2026-11-01T02:00:00Z'),
      to: Date.parse('2026-11-01T12:00:00Z'),
    })
    expect(first?.from).toBe(Date.parse('2026-11-01T02:00:00Z'))
    const night = week(
      [shift(22, 6, { timeZone: NEW_YORK, frequency: 'Weekend' })],
      '2026-10-31T12:00:00Z',
      NEW_YORK,
    )
    const [on] = night.stretches.filter(({ who }) => !isNobody(who))
    expect((on?.to ?? 0) - (on?.from ?? 0)).toBe(9 * HOUR_MS)
  })

  it('names who is on, everyone before some, and nobody who is gone', () => {
    const drawn = drawWeek(
      [
        shift(8, 12, { userIds: ['maria', 'ana'] }),
        shift(10, 14, { userIds: ['ana'] }),
        shift(13, 15),
        shift(18, 20, { userIds: ['gone'] }),
      ],
      { now: new Date('2026-11-18T12:00:00Z'), timeZone: 'UTC', isThere: (id) => id !== 'gone' },
    )
    const [today] = drawn.days
    const at = (hour: number) => today?.hours[hour]?.who
    expect(at(9)).toEqual({ kind: 'some', userIds: ['ana', 'maria'] })
    expect(at(12)).toEqual({ kind: 'some', userIds: ['ana'] })
    expect(at(13)).toEqual({ kind: 'everyone' })
    expect(drawDay(drawn, 0)).toBe('........#######.........')
  })

  it('a shift that runs once is where it runs, and nowhere where that is not known', () => {
    const once = (setAt: Date | null) => [shift(8, 10, { frequency: 'Run Once', setAt })]
    const drawn = week(once(new Date('2026-11-18T11:00:00Z')), '2026-11-18T12:00:00Z')
    expect([drawDay(drawn, 0), drawDay(drawn, 1), drawDay(drawn, 2)]).toEqual([
      '........................',
      '........##..............',
      '........................',
    ])
    expect(listGaps(week(once(null), '2026-11-18T12:00:00Z'))).toHaveLength(1)
  })

  it.each([
    [NEW_YORK, '2026-03-05T15:00:00Z'],
    [NEW_YORK, '2026-10-29T15:00:00Z'],
    ['Europe/Madrid', '2026-03-27T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-02T15:00:00Z'],
    ['Asia/Kathmandu', '2026-11-18T15:00:00Z'],
    ['America/Havana', '2026-03-06T15:00:00Z'],
    ['Pacific/Apia', '2026-11-18T15:00:00Z'],
  ])('agrees with the rule by which alerts are sent, every 15 minutes: %s, %s', (timeZone, now) => {
    const shifts = [
      shift(22, 6, { timeZone, frequency: 'Weekdays' }),
      shift(1.75, 2.5, { timeZone }),
      shift(9, 17, { timeZone: 'Asia/Tokyo', frequency: 'Weekend' }),
      shift(23.5, 0.5, { timeZone, frequency: 'Run Once', setAt: new Date(now) }),
    ]
    const drawn = week(shifts, now, 'Europe/London')
    const wrong: string[] = []
    for (let at = drawn.from; at < drawn.to; at += STEP_MS) {
      const stretch = drawn.stretches.find(({ from, to }) => at >= from && at < to)
      const isDrawn = stretch !== undefined && !isNobody(stretch.who)
      if (isDrawn !== shifts.some((one) => isOn(one, new Date(at)))) wrong.push(new Date(at).toISOString())
    }
    expect(wrong).toEqual([])
  })
})
