import { describe, expect, it } from 'vitest'
import { drawWeek } from '#src/domain/duty/week.ts'
import { checkTimes } from '#src/features/duty/declare-shifts.tsx'
import {
  describeLength,
  describeStretch,
  describeWeekHour,
  formatWeekDay,
  listGaps,
  summarizeWeek,
} from '#src/features/duty/describe-week.ts'
import { describeEnd, nameShift, readDutyShifts, readEnd, toShifts } from '#src/features/duty/shifts.ts'

type Interval = Parameters<typeof readDutyShifts>[0][number]

const NOW = Date.parse('2026-11-18T12:30:40Z')
const STAFF = [
  { id: 'a', name: 'Ana', role: 0, online: false },
  { id: 'm', name: 'Maria', role: 0, online: true },
] as const
const row = (shiftStart: string, shiftEnd: string, fields: Partial<Interval> = {}): Interval => ({
  id: `${shiftStart}-${shiftEnd}`,
  isEnabled: true,
  name: '',
  shiftStart,
  shiftEnd,
  frequency: 'Daily',
  message: '',
  userIds: [],
  timeZone: 'UTC',
  ...fields,
})
const read = (...rows: Interval[]) => toShifts(readDutyShifts(rows), 'UTC')
const draw = (...rows: Interval[]) => drawWeek(read(...rows), { now: new Date(NOW), timeZone: 'UTC' })

describe('the week in words', () => {
  it('says for how long nobody is on duty from now on, and who is alerted then', () => {
    const rows = [row('08:00', '20:00')]
    expect(summarizeWeek(draw(...rows), read(...rows), NOW)).toBe(
      'Nobody is on duty for 76 h of the next seven days. In that time managers are alerted.',
    )
    const whole = [row('00:00', '24:00')]
    expect(summarizeWeek(draw(...whole), read(...whole), NOW)).toBe(
      'Somebody is on duty at every hour of the next seven days.',
    )
    expect(summarizeWeek(draw(), [], NOW)).toMatch(/^No shift is enabled: everybody/)
  })

  it('lists the gaps that are ahead, the one that it is now from now on', () => {
    const [first, second] = listGaps(draw(row('08:00', '12:00'), row('13:15', '20:00')), NOW)
    if (!first || !second) throw new Error('no gaps')
    expect(describeStretch(first, 'UTC')).toBe('Wed 18 Nov 12:30 PM to 1:15 PM (45 min)')
    expect(describeStretch(second, 'UTC')).toBe('Wed 18 Nov 8:00 PM to Thu 19 Nov 8:00 AM (12 h)')
    expect(describeStretch(second, 'Asia/Tokyo')).toBe('Thu 19 Nov 5:00 AM to 5:00 PM (12 h)')
  })

  it.each([
    [45 * 60_000, '45 min'],
    [60 * 60_000, '1 h'],
    [90 * 60_000, '1 h 30 min'],
  ])('%i ms is %s', (ms, words) => {
    expect(describeLength(ms)).toBe(words)
  })

  it('names each hour and who is on in it', () => {
    const week = draw(row('08:00', '09:30', { userIds: ['m', 'a'] }), row('10:00', '11:00'))
    const words = [8, 9, 10, 11].map((hour) => {
      const found = week.days[0]?.hours[hour]
      return found && describeWeekHour(found, STAFF)
    })
    expect(words).toEqual([
      '8:00 AM to 9:00 AM: Ana, Maria',
      '9:00 AM to 10:00 AM: Ana, Maria, for a part of it nobody',
      '10:00 AM to 11:00 AM: Everyone',
      '11:00 AM to 12:00 PM: nobody',
    ])
    expect(formatWeekDay(week.days[0]?.day ?? 0)).toBe('Wed 18 Nov')
  })
})

describe('a shift in words', () => {
  const [night] = readDutyShifts([
    row('22:00', '24:00', { shiftId: 'n' }),
    row('00:00', '06:00', { shiftId: 'n' }),
  ])
  const [evening] = readDutyShifts([row('16:00', '24:00', { name: 'Late' })])

  it('is called by its name or its times, and says where its end is', () => {
    if (!night || !evening) throw new Error('no shifts')
    expect([nameShift(night), describeEnd(night), readEnd(night)]).toEqual([
      '10:00 PM to 6:00 AM',
      '6:00 AM next day',
      '06:00',
    ])
    expect([nameShift(evening), describeEnd(evening), readEnd(evening)]).toEqual([
      'Late',
      'midnight',
      '00:00',
    ])
  })

  it('refuses equal start and end in words', () => {
    expect(checkTimes('08:00', '08:00')).toMatch(/^Start and end are the same/)
    expect(checkTimes('22:00', '06:00')).toBeNull()
  })

  it('does not count where it is off or can not be read', () => {
    expect(read(row('08:00', '10:00', { isEnabled: false }))).toEqual([])
    expect(read(row('soon', '10:00'))).toEqual([])
    expect(read(row('08:00', '10:00', { frequency: 'Monthly' }))).toEqual([])
    expect(read(row('08:00', '10:00', { timeZone: 'Mars/Olympus' }))).toEqual([])
    expect(read(row('08:00', '10:00'))).toHaveLength(1)
  })
})
