import type { FieldValue } from './field-values.ts'

const STEPS = [
  { unit: 'year', ms: 365 * 86_400_000 },
  { unit: 'month', ms: 30 * 86_400_000 },
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const short = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' })
const monthDay = new Intl.DateTimeFormat('en-US', {
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const withYear = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** ms of an ISO time or ms; null where it is no time. */
export function readTime(value: FieldValue | undefined): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const ms = new Date(value).getTime()
  return Number.isNaN(ms) || value === '' ? null : ms
}

/** A time as seen from now, `3 hours ago`; what is less than a minute away is `just now`. */
export function describeAgo(time: number, now: number): string {
  return writeAgo(relative, time, now)
}

/** How old what is shown is: `as of 4 min ago`. */
export function describeAsOf(asOf: number, now: number): string {
  return `as of ${writeAgo(short, Math.min(asOf, now), now).replace('min.', 'min').replace('hr.', 'h')}`
}

/** Month, day and time, for a tip (specification section 9): `11/21, 10:41 PM`. */
export function formatTip(time: number): string {
  return monthDay.format(time)
}

/** The same with its year, as text; a value that is no time as it is. */
export function formatMonthDayTime(value: FieldValue): string {
  const time = readTime(value)
  return time === null ? String(value ?? '') : withYear.format(time)
}

/** A time on the device's clock with its distance from UTC, for a file (ISO 8601): `2026-11-21T22:41:05+01:00`. */
export function formatZonedTime(time: number): string {
  const offset = -new Date(time).getTimezoneOffset()
  const local = new Date(time + offset * 60_000).toISOString().slice(0, -'.000Z'.length)
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const zone = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
  return `${local}${offset < 0 ? '-' : '+'}${zone}`
}

/** `h:mm` with AM or PM (specification section 9) of an `HH:mm`: `9:05 PM`; what is none as it is. */
export function formatTimeOfDay(time: string): string {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  if (hours === undefined || minutes === undefined) return time
  const hour = Number(hours) % 24
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

function writeAgo(format: Intl.RelativeTimeFormat, time: number, now: number): string {
  const away = time - now
  for (const { unit, ms } of STEPS) {
    if (Math.abs(away) >= ms) return format.format(Math.trunc(away / ms), unit)
  }
  return 'just now'
}
