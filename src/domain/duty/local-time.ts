import { readParts } from '../wall-clock.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** No zone changes its offset twice within so short a time. */
const LOOK_EVERY_MS = 3 * 3_600_000

/** A stretch of time, ms; its end is outside. */
export interface Span {
  from: number
  to: number
}

/** A stretch of time in which a wall clock goes by one offset: its time is the instant and `offsetMs`. */
export interface OffsetSpan extends Span {
  offsetMs: number
}

/** The day, since 1970 of its own calendar, and the minute on a wall clock. */
export function readLocal(at: Date, timeZone: string): { day: number; minutes: number } {
  const { year, month, day, hour, minute } = readParts(at.getTime(), timeZone)
  return { day: Date.UTC(year, month - 1, day) / DAY_MS, minutes: hour * 60 + minute }
}

/** How a zone's clock goes from `from` to `to`, ms: more than one span where it is put forward or back in between. */
export function listOffsets(from: number, to: number, timeZone: string): OffsetSpan[] {
  const spans: OffsetSpan[] = []
  let span: OffsetSpan = { from, to, offsetMs: readOffset(from, timeZone) }
  for (let at = from; at < to;) {
    const next = Math.min(at + LOOK_EVERY_MS, to)
    const offsetMs = readOffset(next, timeZone)
    if (offsetMs !== span.offsetMs) {
      const changeAt = findChange(at, next, timeZone)
      spans.push({ ...span, to: changeAt })
      span = { from: changeAt, to, offsetMs }
    }
    at = next
  }
  return [...spans, span].filter((one) => one.from < one.to)
}

/** The first minute at which the clock goes as it does at `after`. */
function findChange(before: number, after: number, timeZone: string): number {
  const offsetMs = readOffset(after, timeZone)
  let low = Math.floor(before / MINUTE_MS)
  let high = Math.ceil(after / MINUTE_MS)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (readOffset(middle * MINUTE_MS, timeZone) === offsetMs) high = middle
    else low = middle
  }
  return high * MINUTE_MS
}

function readOffset(at: number, timeZone: string): number {
  const { day, minutes } = readLocal(new Date(at), timeZone)
  return day * DAY_MS + minutes * MINUTE_MS - Math.floor(at / MINUTE_MS) * MINUTE_MS
}
