import { isBlank } from '#src/domain/text/blank.ts'
import type { DutyInterval } from '#src/contract/bot-configs.ts'
import { END_OF_DAY, MIDNIGHT, pairNights } from '#src/domain/duty/overnight.ts'
import { FREQUENCIES, isOvernight, readMinutes, type Shift } from '#src/domain/duty/shift.ts'
import { formatTimeOfDay } from '#src/ui/list/nice-date.ts'

/** A row of the screen: an interval, or the two of an overnight shift. */
export interface DutyShift {
  /** Of the interval in which it begins. */
  id: string
  first: DutyInterval
  /** The part after midnight, where it is a row of its own. */
  morning: DutyInterval | null
  /** `HH:mm`; of an overnight shift the end is on the next day. */
  shiftStart: string
  shiftEnd: string
}

/**
 * The shifts of the list. The two parts of a night that are not both on, or both off, stay two rows: so it is, and each can
 * be switched.
 */
export function readDutyShifts(intervals: readonly DutyInterval[]): readonly DutyShift[] {
  const nights = pairNights(intervals, ({ shiftStart, shiftEnd, shiftId, isEnabled }) => ({
    start: readMinutes(shiftStart),
    end: readMinutes(shiftEnd),
    shiftId: shiftId ? `${shiftId} ${isEnabled}` : '',
  }))
  return nights.map(({ row, morning }) => toDutyShift(row, morning))
}

const known = new WeakMap<DutyInterval, DutyShift>()

/** The shift of these intervals: the same object for as long as they are. */
export function toDutyShift(first: DutyInterval, morning: DutyInterval | null): DutyShift {
  const before = known.get(first)
  if (before?.morning === morning) return before
  const shiftEnd = morning?.shiftEnd ?? first.shiftEnd
  const shift = { id: first.id, first, morning, shiftStart: first.shiftStart, shiftEnd }
  known.set(first, shift)
  return shift
}

/** What a shift is called: by its name, else by its times. */
export function nameShift({ first, shiftStart, shiftEnd }: DutyShift): string {
  if (!isBlank(first.name)) return first.name.trim()
  return `${formatTimeOfDay(shiftStart)} to ${formatTimeOfDay(shiftEnd)}`
}

/** The end as words: whether it is on the next day is said. */
export function describeEnd(shift: DutyShift): string {
  const { shiftStart, shiftEnd } = shift
  const times = { start: readMinutes(shiftStart), end: readMinutes(shiftEnd) }
  if (shiftEnd === END_OF_DAY) return 'midnight'
  return isOvernight(times) ? `${formatTimeOfDay(shiftEnd)} next day` : formatTimeOfDay(shiftEnd)
}

/** The end as a time field takes it: that of a day is midnight. */
export function readEnd({ shiftEnd }: DutyShift): string {
  return shiftEnd === END_OF_DAY ? MIDNIGHT : shiftEnd
}

/** The shifts that count, as the rule of who is on duty reads them (`server/push/duty.ts` reads the same rows so). */
export function toShifts(rows: readonly DutyShift[], ownZone: string): Shift[] {
  return rows.flatMap(({ first, shiftStart, shiftEnd }) => {
    const { isEnabled, message, userIds, timeZone = ownZone, updatedAt } = first
    const frequency = FREQUENCIES.find((known) => known === first.frequency)
    const [start, end] = [readMinutes(shiftStart), readMinutes(shiftEnd)]
    if (!isEnabled || frequency === undefined || Number.isNaN(start + end) || !isTimeZone(timeZone)) return []
    const setAt = updatedAt === undefined ? null : new Date(updatedAt)
    return [{ start, end, frequency, timeZone, userIds, message, setAt }]
  })
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
