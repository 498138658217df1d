import { listOffsets, type Span } from '#src/domain/duty/local-time.ts'
import { DAY_MS } from '#src/domain/duty/shift.ts'
import type { Ruler } from '../store/reports/ruler.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
/** No clock is further than this from UTC, nor put forward or back by more at once. */
const MARGIN_MS = 30 * HOUR_MS
/** So many days are counted in one statement: others come in between. */
const STRETCH_DAYS = 7

/** Days of the calendar, since 1970, both included. */
export interface Days {
  first: number
  last: number
}

/** A stretch of time in which a wall clock shows one hour of one day. */
export interface Hour extends Span {
  day: number
  hour: number
}

/** When the days of a report are, by the clock of `timeZone`. */
export interface Calendar extends Days {
  timeZone: string
  /** The hours of its days without a gap in each stretch, at most as many as one statement is to count. */
  stretches: Hour[][]
  /** All of it in as few spans as there are: none where the zone leaps over its days. */
  spans: Span[]
}

export function createCalendar({ first, last }: Days, timeZone: string): Calendar {
  const hours = listHours({ first, last }, timeZone)
  const stretches = cutWhere(
    hours,
    (hour, before) => hour.from !== before.to || (hour.day !== before.day && hour.day % STRETCH_DAYS === 0),
  )
  return { first, last, timeZone, stretches, spans: cutWhere(hours, isAfterGap).map(joinSpans) }
}

/** Every day, those too that the zone leaps over. */
export function listDays({ first, last }: Days): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** `2026-11-25` */
export function nameDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The day of the week, 0 is Sunday. */
export function weekdayOf(day: number): number {
  return new Date(day * DAY_MS).getUTCDay()
}

/** The hours of a stretch as what the database counts by. */
export function measureHours(stretch: readonly Hour[]): Ruler {
  return { starts: stretch.map(({ from }) => from), end: stretch.at(-1)?.to ?? 0 }
}

/** The same in days: `days` names those that the places of the ruler stand for. */
export function measureDays(stretch: readonly Hour[]): { ruler: Ruler; days: number[] } {
  const begun = stretch.filter(({ day }, index) => day !== stretch[index - 1]?.day)
  return {
    ruler: { ...measureHours(stretch), starts: begun.map(({ from }) => from) },
    days: begun.map(({ day }) => day),
  }
}

function listHours({ first, last }: Days, timeZone: string): Hour[] {
  const around = { from: first * DAY_MS - MARGIN_MS, to: (last + 1) * DAY_MS + MARGIN_MS }
  return listOffsets(around.from, around.to, timeZone).flatMap(({ from, to, offsetMs }) => {
    const least = Math.max(Math.floor((from + offsetMs) / HOUR_MS), first * DAY_HOURS)
    const most = Math.min(Math.ceil((to + offsetMs) / HOUR_MS), (last + 1) * DAY_HOURS)
    return Array.from({ length: Math.max(0, most - least) }, (_, index): Hour => {
      const hour = least + index
      const start = hour * HOUR_MS - offsetMs
      const day = Math.floor(hour / DAY_HOURS)
      return {
        day,
        hour: hour - day * DAY_HOURS,
        from: Math.max(from, start),
        to: Math.min(to, start + HOUR_MS),
      }
    })
  })
}

function cutWhere(hours: readonly Hour[], isCut: (hour: Hour, before: Hour) => boolean): Hour[][] {
  const parts: Hour[][] = []
  for (const [index, hour] of hours.entries()) {
    const before = hours[index - 1]
    const part = parts.at(-1)
    if (before && part && !isCut(hour, before)) part.push(hour)
    else parts.push([hour])
  }
  return parts
}

function isAfterGap(hour: Hour, before: Hour): boolean {
  return hour.from !== before.to
}

function joinSpans(hours: readonly Hour[]): Span {
  return { from: hours[0]?.from ?? 0, to: hours.at(-1)?.to ?? 0 }
}
