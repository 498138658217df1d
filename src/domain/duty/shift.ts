import { readLocal } from './local-time.ts'

/** Schedule options (specification section 3). */
export const FREQUENCIES = ['Daily', 'Weekdays', 'Weekend', 'Run Once'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** A shift of the agent-on-duty list as it counts: an overnight one that came as two rows is one. */
export interface Shift {
  /** Minutes of the day; `end` up to 1,440. An end before the start is on the next day; the end itself is outside. */
  start: number
  end: number
  frequency: Frequency
  timeZone: string
  /** Empty: everyone. */
  userIds: readonly string[]
  /** The line that its alerts carry; empty for none. */
  message: string
  /**
   * When it was set: a shift that runs once does so at its first occurrence that ends after this. Null where the
   * environment does not say: then nobody can tell when it runs.
   */
  setAt: Date | null
}

export const DAY_MINUTES = 1_440
export const DAY_MS = 86_400_000
const SATURDAY = 6
const SUNDAY = 0

export function isOvernight({ start, end }: Pick<Shift, 'start' | 'end'>): boolean {
  return end < start
}

/** Whether the shift begins on `day`, in days since 1970 of its own calendar. */
export function runsOn(shift: Shift, day: number): boolean {
  const weekday = new Date(day * DAY_MS).getUTCDay()
  const isWeekend = weekday === SATURDAY || weekday === SUNDAY
  switch (shift.frequency) {
    case 'Daily':
      return true
    case 'Weekdays':
      return !isWeekend
    case 'Weekend':
      return isWeekend
    case 'Run Once':
      return day === findFirstDay(shift)
  }
}

/** The day on which the first occurrence that ends after the shift was set begins. */
function findFirstDay(shift: Shift): number | null {
  if (shift.setAt === null) return null
  const { day, minutes } = readLocal(shift.setAt, shift.timeZone)
  if (isOvernight(shift)) return minutes < shift.end ? day - 1 : day
  return minutes < shift.end ? day : day + 1
}

/** `HH:mm` as minutes of the day, `24:00` as 1,440; NaN for what is none. */
export function readMinutes(time: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  return Number(hours) * 60 + Number(minutes)
}
