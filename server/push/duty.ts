import * as v from 'valibot'
import type { BotConfigRow } from '../store/configuration-schema.ts'

/** A shift of the agent-on-duty list as it counts: an overnight one that came as two rows is one. */
export interface Shift {
  /** Minutes of the day; `end` up to 1,440. An end before the start is on the next day; the end itself is outside. */
  start: number
  end: number
  frequency: 'Daily' | 'Weekdays' | 'Weekend' | 'Run Once'
  timeZone: string
  /** Empty: everyone. */
  userIds: readonly string[]
  /** The line that its alerts carry; empty for none. */
  message: string
  /** When it was set: a shift that runs once does so at its first occurrence that ends after this. */
  setAt: Date
}

/** Rows were checked when they came in (`server/routes/bot-config`); one that does not read so is left out. */
const shiftRowSchema = v.object({
  isEnabled: v.literal(true),
  shiftStart: v.pipe(v.string(), v.transform(readMinutes), v.number()),
  shiftEnd: v.pipe(v.string(), v.transform(readMinutes), v.number()),
  frequency: v.picklist(['Daily', 'Weekdays', 'Weekend', 'Run Once']),
  message: v.optional(v.string(), ''),
  timeZone: v.optional(v.string()),
  userIds: v.optional(v.array(v.string()), []),
  shiftId: v.optional(v.string(), ''),
})

const DAY_MINUTES = 1_440
const DAY_MS = 86_400_000
const SATURDAY = 6
const SUNDAY = 0

/**
 * The shifts that count, of the rows of type `agentOnDuty` (CONTRACT section 6): disabled ones do nothing, and two rows
 * with one `shiftId` that meet at midnight are one shift, so that its frequency applies to the day on which it begins.
 */
export function readShifts(
  rows: Pick<BotConfigRow, 'config' | 'updatedAt'>[],
  hotelTimeZone: string,
): Shift[] {
  const read = rows.flatMap(({ config, updatedAt }) => {
    const parsed = v.safeParse(shiftRowSchema, config)
    if (!parsed.success) return []
    const { shiftStart: start, shiftEnd: end, timeZone = hotelTimeZone, shiftId, ...rest } = parsed.output
    const { frequency, message, userIds } = rest
    return [{ shiftId, shift: { start, end, frequency, timeZone, userIds, message, setAt: updatedAt } }]
  })
  const mornings = read.filter(({ shiftId, shift }) => shiftId !== '' && shift.start === 0)
  const merged = new Set<unknown>()
  const shifts = read.map((row) => {
    if (row.shift.end !== DAY_MINUTES || row.shift.start === 0) return row
    const morning = mornings.find(
      ({ shiftId, shift }) => shiftId === row.shiftId && shift.end < row.shift.start,
    )
    if (!morning || merged.has(morning)) return row
    merged.add(morning)
    return { ...row, shift: { ...row.shift, end: morning.shift.end } }
  })
  return shifts.filter((row) => !merged.has(row)).map(({ shift }) => shift)
}

/** The shift for which somebody is on duty at `now`; null where they are not. Where several are on, one with a line. */
export function findDuty(shifts: readonly Shift[], userId: string, now: Date): Shift | null {
  const on = shifts.filter(
    (shift) => (shift.userIds.length === 0 || shift.userIds.includes(userId)) && isOn(shift, now),
  )
  return on.find(({ message }) => message.trim() !== '') ?? on[0] ?? null
}

/** Whether a shift is on: from its start, the minute included, to its end, the minute excluded, by its own clock. */
function isOn(shift: Shift, now: Date): boolean {
  const { day, minutes } = readLocal(now, shift.timeZone)
  if (isWithin(shift, minutes) && runsOn(shift, day)) return true
  return isOvernight(shift) && minutes < shift.end && runsOn(shift, day - 1)
}

/** Whether the shift that begins on a day has begun and not ended by then, on that same day. */
function isWithin(shift: Shift, minutes: number): boolean {
  return minutes >= shift.start && minutes < (isOvernight(shift) ? DAY_MINUTES : shift.end)
}

function isOvernight({ start, end }: Shift): boolean {
  return end < start
}

/** Whether the shift begins on `day`, in days since 1970 of its own calendar. */
function runsOn(shift: Shift, day: number): boolean {
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
function findFirstDay(shift: Shift): number {
  const { day, minutes } = readLocal(shift.setAt, shift.timeZone)
  if (isOvernight(shift)) return minutes < shift.end ? day - 1 : day
  return minutes < shift.end ? day : day + 1
}

/** The day and the minute on a wall clock. */
function readLocal(at: Date, timeZone: string): { day: number; minutes: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? Number.NaN)
  return {
    day: Date.UTC(read('year'), read('month') - 1, read('day')) / DAY_MS,
    minutes: read('hour') * 60 + read('minute'),
  }
}

/** `HH:mm` as minutes of the day; NaN, which no number schema takes, for what is none. */
function readMinutes(time: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  return Number(hours) * 60 + Number(minutes)
}
