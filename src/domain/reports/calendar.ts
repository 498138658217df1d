import { readParts } from '../wall-clock.ts'

/** A day of the calendar, `2026-11-25`: it has no zone until somebody counts what happened on it. */
export type CalendarDate = string

const DAY_MS = 86_400_000

/** A date that exists, as `YYYY-MM-DD`; null for anything else, 30 February too. */
export function readDate(text: unknown): CalendarDate | null {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const time = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(time) && toDate(time) === text ? text : null
}

/** The day after so many days; before, where they are negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return toDate(toTime(date) + days * DAY_MS)
}

/** How many days there are from one to the other, both of them counted; none where it ends before it begins. */
export function countDays(from: CalendarDate, to: CalendarDate): number {
  return Math.max(0, Math.round((toTime(to) - toTime(from)) / DAY_MS) + 1)
}

/** 0 is Sunday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(toTime(date)).getUTCDay()
}

/** The day on which an instant (ms) falls in a zone, the device's if it is not given or the browser does not know it. */
export function dateIn(time: number, timeZone: string | undefined): CalendarDate {
  const { year, month, day } = readPartsOf(time, timeZone)
  return [String(year).padStart(4, '0'), pad(month), pad(day)].join('-')
}

/** Whether this browser can tell a time in that zone. */
export function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

function readPartsOf(time: number, timeZone: string | undefined) {
  return readParts(time, timeZone !== undefined && isKnownZone(timeZone) ? timeZone : undefined)
}

function toTime(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00.000Z`)
}

function toDate(time: number): CalendarDate {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
