/** What a wall clock and its calendar show: the month from 1, the hour from 0 to 23. */
interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

const MINUTE_MS = 60_000
const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * An instant (ISO text or ms) by the clock of a zone, the device's own if not given. What is no time is the year 0. Throws
 * RangeError for a zone that is not known. For the device's own and UTC without `Intl`, whose first use in a page takes some
 * 50 ms: nothing that a start or a chat draws needs it.
 */
export function readParts(time: number | string, timeZone: string | undefined): Parts {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return { year: 0, month: 1, day: 1, hour: 0, minute: 0 }
  if (timeZone === undefined || timeZone === 'UTC') {
    // What the device's clock shows is what UTC shows so much later.
    if (timeZone === undefined) date.setTime(date.getTime() - date.getTimezoneOffset() * MINUTE_MS)
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
    }
  }
  const found = new Map(
    getFormatter(timeZone)
      .formatToParts(date)
      .map((part) => [part.type, Number(part.value)]),
  )
  const read = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? 0
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour') % 24,
    minute: read('minute'),
  }
}

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  formatters.set(timeZone, made)
  return made
}
