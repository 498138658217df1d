import { addDays } from '#src/domain/reports/calendar.ts'
import { listOffsets, type Span } from '#src/domain/duty/local-time.ts'
import { listOnTimes } from '#src/domain/duty/on-duty.ts'
import type { Shift } from '#src/domain/duty/shift.ts'
import type { ReportDays } from '../../store/reports/report-days.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const HOURS_PER_WEEK = 168
/** 1970 began on a Thursday, whose first hour is this one of a week that begins on Sunday. */
const FIRST_HOUR = 96

/**
 * How many people were on duty in each hour of the week, as a mean over these days: index 0 is Sunday's first hour in the
 * hotel's zone. Without shifts everybody is on duty (W5), and there is nothing to tell: zeros.
 */
export function meanOnDuty(shifts: readonly Shift[], userIds: readonly string[], days: ReportDays): number[] {
  const range = {
    from: Date.parse(`${addDays(days.from, -1)}T00:00:00.000Z`),
    to: Date.parse(`${addDays(days.to, 2)}T00:00:00.000Z`),
  }
  const wall = listWall(range, days)
  const lengths = addHours(wall, [range])
  const onDuty = new Array<number>(HOURS_PER_WEEK).fill(0)
  const times = shifts.map((shift) => listOnTimes(shift, range))
  for (const { members, indices } of groupPeople(shifts, userIds)) {
    const merged = merge(indices.flatMap((index) => times[index] ?? []))
    addHours(wall, merged).forEach((ms, hour) => (onDuty[hour] = (onDuty[hour] ?? 0) + members * ms))
  }
  return onDuty.map((ms, hour) => (lengths[hour] ? ms / lengths[hour] : 0))
}

/** People who have the same shifts are counted once, and multiplied. */
function groupPeople(
  shifts: readonly Shift[],
  userIds: readonly string[],
): { members: number; indices: number[] }[] {
  const groups = new Map<string, { members: number; indices: number[] }>()
  for (const userId of userIds) {
    const indices = shifts.flatMap((shift, index) =>
      shift.userIds.length === 0 || shift.userIds.includes(userId) ? [index] : [],
    )
    const key = indices.join()
    const group = groups.get(key) ?? { members: 0, indices }
    group.members += 1
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Who has two shifts at once is there once. */
function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}

/** The stretches of wall time that are the report's days, with what makes an instant of each. */
function listWall(range: Span, { from, to, timeZone }: ReportDays): (Span & { offsetMs: number })[] {
  const first = Date.parse(`${from}T00:00:00.000Z`)
  const end = Date.parse(`${to}T00:00:00.000Z`) + DAY_MS
  return listOffsets(range.from, range.to, timeZone)
    .map(({ from: begin, to: until, offsetMs }) => ({
      from: Math.max(first, begin + offsetMs),
      to: Math.min(end, until + offsetMs),
      offsetMs,
    }))
    .filter((span) => span.from < span.to)
}

/** How much of each hour of the week the spans take, ms. */
function addHours(wall: readonly (Span & { offsetMs: number })[], spans: readonly Span[]): number[] {
  const sums = new Array<number>(HOURS_PER_WEEK).fill(0)
  for (const { from, to, offsetMs } of wall) {
    for (const span of spans) {
      const end = Math.min(to, span.to + offsetMs)
      let at = Math.max(from, span.from + offsetMs)
      while (at < end) {
        const hour = Math.floor(at / HOUR_MS)
        const next = Math.min(end, (hour + 1) * HOUR_MS)
        const place = (((hour + FIRST_HOUR) % HOURS_PER_WEEK) + HOURS_PER_WEEK) % HOURS_PER_WEEK
        sums[place] = (sums[place] ?? 0) + next - at
        at = next
      }
    }
  }
  return sums
}
