import type { StaffMember } from '#src/contract/staff.ts'
import type { Shift } from '#src/domain/duty/shift.ts'
import { DAY_MS } from '#src/domain/duty/shift.ts'
import { isNobody, type DutyWeek, type OnDuty, type Stretch, type WeekHour } from '#src/domain/duty/week.ts'
import { describeHour, describeStaff } from './declare-shifts.tsx'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const LAST_HOUR = 24

/** `Sat 21 Nov` of a day since 1970. */
export function formatWeekDay(day: number): string {
  return writeDay(new Date(day * DAY_MS), 'UTC')
}

/** A stretch in words: `Sat 21 Nov 10:00 PM to Sun 22 Nov 6:00 AM (8 h)`. */
export function describeStretch({ from, to }: Stretch, timeZone: string): string {
  const [start, end] = [new Date(from), new Date(to)]
  const [firstDay, lastDay] = [writeDay(start, timeZone), writeDay(end, timeZone)]
  const last = firstDay === lastDay ? '' : `${lastDay} `
  return `${firstDay} ${writeTime(start, timeZone)} to ${last}${writeTime(end, timeZone)} (${describeLength(to - from)})`
}

/** `8 h`, `45 min`, `1 h 30 min`. */
export function describeLength(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  const parts = [
    minutes >= HOUR_MINUTES && `${Math.floor(minutes / HOUR_MINUTES)} h`,
    minutes % HOUR_MINUTES > 0 && `${minutes % HOUR_MINUTES} min`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The times ahead in which nobody is on duty, the first of them first. */
export function listGaps({ stretches }: DutyWeek, now: number): Stretch[] {
  return stretches
    .filter(({ who, to }) => isNobody(who) && to > now)
    .map((gap) => ({ ...gap, from: Math.max(gap.from, Math.floor(now / MINUTE_MS) * MINUTE_MS) }))
}

/** The picture in a sentence. */
export function summarizeWeek(week: DutyWeek, shifts: readonly Shift[], now: number): string {
  if (shifts.length === 0) {
    return 'No shift is enabled: everybody who is signed in is alerted, at any hour.'
  }
  const gaps = listGaps(week, now)
  if (gaps.length === 0) return 'Somebody is on duty at every hour of the next seven days.'
  const total = gaps.reduce((sum, { from, to }) => sum + to - from, 0)
  return `Nobody is on duty for ${describeLength(total)} of the next seven days. In that time managers are alerted.`
}

/** An hour of the picture: `2:00 AM to 3:00 AM: nobody`. */
export function describeWeekHour(
  { hour, cover, who }: WeekHour,
  staff: readonly StaffMember[] | undefined,
): string {
  const times = `${describeHour(hour)} to ${describeHour((hour + 1) % LAST_HOUR)}`
  switch (cover) {
    case 'missing':
      return `${times}: the clock is put forward over it`
    case 'nobody':
      return `${times}: nobody`
    case 'part':
      return `${times}: ${describeOnDuty(who, staff)}, for a part of it nobody`
    case 'all':
      return `${times}: ${describeOnDuty(who, staff)}`
  }
}

export function describeOnDuty(who: OnDuty, staff: readonly StaffMember[] | undefined): string {
  if (who.kind === 'everyone') return 'Everyone'
  return isNobody(who) ? 'Nobody' : describeStaff(who.userIds, staff)
}

function writeDay(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).formatToParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return `${read('weekday')} ${read('day')} ${read('month')}`
}

function writeTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at)
}
