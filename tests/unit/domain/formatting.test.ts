import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatCount } from '#src/lib/format-count.ts'
import {
  dayKey,
  formatClock,
  formatDate,
  formatDay,
  formatDayLine,
  formatListTime,
  formatSpan,
  formatTimestamp,
} from '#src/domain/formatting.ts'
import { cutGraphemes } from '#src/domain/text/graphemes.ts'

const NEW_YORK = 'America/New_York'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('times as written (specification section 9)', () => {
  it.each([
    ['2026-11-19T00:00:00Z', 'UTC', '12:00 AM'],
    ['2026-11-19T00:05:59Z', 'UTC', '12:05 AM'],
    ['2026-11-19T11:59:59Z', 'UTC', '11:59 AM'],
    ['2026-11-19T12:00:00Z', 'UTC', '12:00 PM'],
    ['2026-11-19T21:05:00Z', 'UTC', '09:05 PM'],
    ['2026-11-19T23:59:59Z', 'Asia/Kathmandu', '05:44 AM'],
  ])('hh:mm A of %s in %s', (time, zone, written) => {
    expect(formatClock(time, zone)).toBe(written)
  })

  it('DD MMM hh:mm A in the zone, not in UTC', () => {
    expect(formatTimestamp('2026-03-01T04:30:00Z', NEW_YORK)).toBe('28 Feb 11:30 PM')
    expect(formatDay(Date.parse('2026-09-05T12:00:00Z'), 'UTC')).toBe('05 Sep')
  })

  it('the list shows the time of day today, else day and month; midnight is the border', () => {
    const now = Date.parse('2026-11-20T05:30:00Z')
    expect(formatListTime('2026-11-20T05:00:00Z', now, NEW_YORK)).toBe('12:00 AM')
    expect(formatListTime('2026-11-20T04:59:59.999Z', now, NEW_YORK)).toBe('19 Nov')
    expect(formatListTime('2025-11-20T05:00:00Z', now, NEW_YORK)).toBe('20 Nov')
  })

  it.each([
    // Midnight is skipped where the clocks go forward at it: the day begins at one.
    ['Asia/Beirut', '2026-03-28T22:00:00Z', '2026-03-29T10:00:00Z', '01:00 AM'],
    ['Asia/Beirut', '2026-03-28T21:59:59Z', '2026-03-29T10:00:00Z', '28 Mar'],
    // A day of 25 hours is one day.
    [NEW_YORK, '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '12:00 AM'],
    [NEW_YORK, '2026-11-01T03:59:59Z', '2026-11-02T04:59:59Z', '31 Oct'],
    // A day of 23 hours too, and one that a quarter of an hour divides.
    [NEW_YORK, '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '12:00 AM'],
    [NEW_YORK, '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', '08 Mar'],
    ['Asia/Kathmandu', '2026-11-19T18:15:00Z', '2026-11-20T18:14:59Z', '12:00 AM'],
    ['Asia/Kathmandu', '2026-11-19T18:14:59Z', '2026-11-20T18:14:59Z', '19 Nov'],
    // The last day of a year, and a guest whose clock is the environment's while this device lags behind.
    ['UTC', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z', '31 Dec'],
    ['UTC', '2027-01-01T00:00:00Z', '2026-12-31T23:59:59Z', '01 Jan'],
  ])('the list in %s at %s, seen at %s', (zone, time, now, written) => {
    expect(formatListTime(time, Date.parse(now), zone)).toBe(written)
  })

  it.each([
    // The day after one of 23 hours, and the last hour of one of 25: a day before by the clock is not a day of 24 hours.
    [NEW_YORK, '2026-03-08T05:00:00Z', '2026-03-09T04:30:00Z', 'Yesterday'],
    [NEW_YORK, '2026-03-08T04:59:59Z', '2026-03-09T04:30:00Z', '07 Mar'],
    [NEW_YORK, '2026-11-01T03:59:59Z', '2026-11-02T04:30:00Z', 'Yesterday'],
    [NEW_YORK, '2026-11-01T04:00:00Z', '2026-11-02T04:30:00Z', 'Today'],
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-20T23:59:59Z', 'Today'],
    ['UTC', '2026-11-19T23:59:59Z', '2026-11-20T00:00:00Z', 'Yesterday'],
    ['UTC', '2026-11-18T23:59:59Z', '2026-11-20T00:00:00Z', '18 Nov'],
    ['UTC', '2026-12-31T12:00:00Z', '2027-01-01T00:00:00Z', 'Yesterday'],
    ['Asia/Kathmandu', '2026-11-19T18:14:59Z', '2026-11-19T18:15:00Z', 'Yesterday'],
    // From ahead of this clock.
    ['UTC', '2026-11-21T00:00:00Z', '2026-11-20T23:59:59Z', '21 Nov'],
  ])('a day’s line in %s for %s, seen at %s: %s', (zone, time, now, line) => {
    expect(formatDayLine(time, Date.parse(now), zone)).toBe(line)
  })

  it('the hour that a summer time begins with does not exist, the one it ends with is there twice', () => {
    expect(formatClock('2026-03-08T06:59:59Z', NEW_YORK)).toBe('01:59 AM')
    expect(formatClock('2026-03-08T07:00:00Z', NEW_YORK)).toBe('03:00 AM')
    expect(formatClock('2026-11-01T05:30:00Z', NEW_YORK)).toBe('01:30 AM')
    expect(formatClock('2026-11-01T06:30:00Z', NEW_YORK)).toBe('01:30 AM')
    expect(dayKey('2026-11-01T04:00:00Z', NEW_YORK)).toBe('2026-11-01')
    expect(dayKey('2026-11-02T04:59:59Z', NEW_YORK)).toBe('2026-11-01')
  })

  it('agrees with Intl for every instant and zone', () => {
    const zones = ['UTC', NEW_YORK, 'Asia/Kathmandu', 'Pacific/Apia', 'Australia/Lord_Howe']
    const time = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2090-01-01') })
    fc.assert(
      fc.property(time, fc.constantFrom(...zones), (ms, timeZone) => {
        const intl = new Intl.DateTimeFormat('en-US', {
          timeZone,
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h12',
        })
        expect(formatClock(ms, timeZone)).toBe(intl.format(ms).replace(/\s/g, ' '))
        expect(dayKey(ms, timeZone)).toBe(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(ms))
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['2026-11-08', '11/8/26'],
    ['2026-01-02T23:30:00-11:00', '1/2/26'],
    ['', 'N/A'],
    [null, 'N/A'],
    [undefined, 'N/A'],
    ['tomorrow', 'N/A'],
    ['2026-13-01', 'N/A'],
    ['2026-00-10', 'N/A'],
    ['2026-01-32', 'N/A'],
    ['2026-01-311', 'N/A'],
  ])('M/D/YY of %s', (date, written) => {
    expect(formatDate(date)).toBe(written)
  })

  it.each([
    [MINUTE - 1, 'less than a minute'],
    [MINUTE, '1 min'],
    [HOUR - 1, '59 min'],
    [HOUR, '1 h'],
    [48 * HOUR - 1, '47 h'],
    [48 * HOUR, '2 days'],
  ])('a span of %i ms', (ms, words) => {
    expect(formatSpan(ms)).toBe(words)
  })

  it('does not break on a time that is none', () => {
    expect(formatClock('never', NEW_YORK)).toMatch(/^\d\d:\d\d [AP]M$/)
  })
})

describe('counts', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [-12_345, '-12,345'],
    [1_234_567, '1,234,567'],
    [1_234.6, '1,235'],
    [1e21, '1e+21'],
  ])('of %d', (count, written) => {
    expect(formatCount(count)).toBe(written)
  })
})

describe('what a start and a chat draw', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('needs no `Intl`, whose first use holds a page up', () => {
    vi.stubGlobal('Intl', {})
    const now = Date.UTC(2026, 10, 20, 12)
    expect(formatDayLine(now - 24 * HOUR, now)).toBe('Yesterday')
    expect(formatListTime(now, now)).toBe(formatClock(now))
    expect(formatTimestamp('2026-11-20T23:59:00Z', 'UTC')).toBe(
      `${formatDay('2026-11-20T23:59:00Z', 'UTC')} 11:59 PM`,
    )
    expect(cutGraphemes('Bitte ein Zimmer – „ruhig“, später auch für Анна 房间', 40)).toHaveLength(40)
  })
})
