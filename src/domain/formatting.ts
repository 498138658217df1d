import { readParts } from './wall-clock.ts'

/**
 * How times are written (specification section 9), for a given IANA time zone (undefined: the device's).
 * Written by hand over Intl so that the first screen needs no date library.
 */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `hh:mm A`, for example `09:05 PM`. */
export function formatClock(time: number | string, timeZone?: string): string {
  const { hour, minute } = readParts(time, timeZone)
  return `${pad(hour % 12 || 12)}:${pad(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `DD MMM`, for example `19 Nov`. */
export function formatDay(time: number | string, timeZone?: string): string {
  const { day, month } = readParts(time, timeZone)
  return `${pad(day)} ${MONTHS[month - 1] ?? ''}`
}

/** `DD MMM hh:mm A`. */
export function formatTimestamp(time: number | string, timeZone?: string): string {
  return `${formatDay(time, timeZone)} ${formatClock(time, timeZone)}`
}

/** Chat list: the time of day if it is today, otherwise day and month. */
export function formatListTime(time: number | string, now: number, timeZone?: string): string {
  return dayKey(time, timeZone) === dayKey(now, timeZone)
    ? formatClock(time, timeZone)
    : formatDay(time, timeZone)
}

/** A day's line in a thread: `Today`, `Yesterday`, otherwise day and month. A day may have 23 or 25 hours. */
export function formatDayLine(time: number | string, now: number, timeZone?: string): string {
  const day = dayKey(time, timeZone)
  const today = readParts(now, timeZone)
  if (day === dayKey(now, timeZone)) return 'Today'
  const yesterday = Date.UTC(today.year, today.month - 1, today.day - 1)
  return day === dayKey(yesterday, 'UTC') ? 'Yesterday' : formatDay(time, timeZone)
}

/** M/D/YY for reservation dates; a plain date (`2026-11-18`) has no zone. `N/A` where there is none to read. */
export function formatDate(date: string | null | undefined): string {
  const match = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)/.exec(date ?? '')
  if (!match) return 'N/A'
  return `${Number(match[2])}/${Number(match[3])}/${(match[1] ?? '').slice(2)}`
}

/** `2026-11-20` in the zone: equal for two times of one day. */
export function dayKey(time: number | string, timeZone?: string): string {
  const { year, month, day } = readParts(time, timeZone)
  return `${year}-${pad(month)}-${pad(day)}`
}

/** A span in a few words: `just now`, `4 min`, `3 h`, `2 days`. */
export function formatSpan(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h`
  return `${Math.floor(hours / 24)} days`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
