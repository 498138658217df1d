import { isBlank } from '../text/blank.ts'
import { listOffsets, readLocal, type Span } from './local-time.ts'
import { DAY_MINUTES, DAY_MS, isOvernight, runsOn, type Shift } from './shift.ts'

const MINUTE_MS = 60_000

/** The shift for which somebody is on duty at `now`; null where they are not. Where several are on, one with a line. */
export function findDuty(shifts: readonly Shift[], userId: string, now: Date): Shift | null {
  const on = shifts.filter(
    (shift) => (shift.userIds.length === 0 || shift.userIds.includes(userId)) && isOn(shift, now),
  )
  return on.find(({ message }) => !isBlank(message)) ?? on[0] ?? null
}

/** Whether a shift is on: from its start, the minute included, to its end, the minute excluded, by its own clock. */
export function isOn(shift: Shift, now: Date): boolean {
  const { day, minutes } = readLocal(now, shift.timeZone)
  return listPieces(shift).some(
    ({ from, to, daysAfter }) => minutes >= from && minutes < to && runsOn(shift, day - daysAfter),
  )
}

/**
 * When a shift is on between two instants, ms: the same rule as `isOn`, so that an hour that a clock passes twice counts
 * twice, and one that it leaps over does not count.
 */
export function listOnTimes(shift: Shift, { from, to }: Span): Span[] {
  const pieces = listPieces(shift)
  return listOffsets(from, to, shift.timeZone).flatMap((span) => {
    const wall = { from: span.from + span.offsetMs, to: span.to + span.offsetMs }
    const days = listDays(wall)
    return days.flatMap((day) =>
      pieces
        .filter(({ daysAfter }) => runsOn(shift, day - daysAfter))
        .map((piece) => ({
          from: Math.max(wall.from, day * DAY_MS + piece.from * MINUTE_MS) - span.offsetMs,
          to: Math.min(wall.to, day * DAY_MS + piece.to * MINUTE_MS) - span.offsetMs,
        }))
        .filter((time) => time.from < time.to),
    )
  })
}

/** The parts of a day that a shift covers, in minutes, and how many days before it the shift began. */
function listPieces(shift: Shift): { from: number; to: number; daysAfter: number }[] {
  if (!isOvernight(shift)) return [{ from: shift.start, to: shift.end, daysAfter: 0 }]
  return [
    { from: 0, to: shift.end, daysAfter: 1 },
    { from: shift.start, to: DAY_MINUTES, daysAfter: 0 },
  ]
}

function listDays({ from, to }: Span): number[] {
  const first = Math.floor(from / DAY_MS)
  const last = Math.floor((to - 1) / DAY_MS)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
