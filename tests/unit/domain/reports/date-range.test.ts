import { describe, expect, it } from 'vitest'
import { addDays, countDays, dateIn, readDate } from '#src/domain/reports/calendar.ts'
import {
  boundsOf,
  defaultRange,
  explainRange,
  presetRange,
  rangeBefore,
} from '#src/domain/reports/date-range.ts'

describe('a day of the calendar', () => {
  it.each([
    ['2028-02-29', '2028-02-29'],
    ['2026-02-29', null],
    ['2026-02-30', null],
    ['2026-13-01', null],
    ['2026-1-1', null],
    ['20261101', null],
    ['', null],
    [20261101, null],
    [undefined, null],
  ])('reads %j as %j', (text, date) => expect(readDate(text)).toBe(date))

  it('is told by the hotel’s clock, wherever the device is', () => {
    const lateEvening = Date.parse('2026-11-25T23:30:00.000Z')
    expect(dateIn(lateEvening, 'Europe/Berlin')).toBe('2026-11-26')
    expect(dateIn(lateEvening, 'America/New_York')).toBe('2026-11-25')
    expect(dateIn(lateEvening, 'Asia/Kathmandu')).toBe('2026-11-26')
    // As far as the browser can.
    expect(dateIn(lateEvening, 'Mars/Olympus')).toBe(dateIn(lateEvening, undefined))
  })

  it('goes over months, leap days and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(countDays('2028-02-01', '2028-03-01')).toBe(30)
    expect(countDays('2026-11-02', '2026-11-01')).toBe(0)
  })
})

describe('a range', () => {
  it('is the last 30 days if nobody chose one', () => {
    const range = defaultRange('2026-11-25')
    expect(range).toEqual({ from: '2026-10-27', to: '2026-11-25' })
    expect(countDays(range.from, range.to)).toBe(30)
  })

  it('begins with the week, the month or the year', () => {
    const wednesday = '2026-11-25'
    expect(presetRange('Week to date', wednesday, 1).from).toBe('2026-11-23')
    expect(presetRange('Week to date', wednesday, 0).from).toBe('2026-11-22')
    expect(presetRange('Week to date', '2026-11-23', 1).from).toBe('2026-11-23')
    expect(presetRange('Week to date', '2026-11-22', 1).from).toBe('2026-11-16')
    expect(presetRange('Month to date', wednesday, 1)).toEqual({ from: '2026-11-01', to: wednesday })
    expect(presetRange('Year to date', wednesday, 1)).toEqual({ from: '2026-01-01', to: wednesday })
  })

  it('follows as many days', () => {
    expect(rangeBefore({ from: '2026-11-01', to: '2026-11-30' })).toEqual({
      from: '2026-10-02',
      to: '2026-10-31',
    })
    expect(rangeBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
      from: '2026-02-28',
      to: '2026-02-28',
    })
  })

  it('is named by its UTC bounds', () => {
    expect(boundsOf({ from: '2026-11-01', to: '2026-11-30' })).toEqual({
      startDate: '2026-11-01T00:00:00.000Z',
      endDate: '2026-11-30T23:59:59.999Z',
    })
  })

  it.each([
    ['2026-11-01', '2026-11-30', null],
    ['2026-11-01', '2026-11-01', null],
    ['2100-01-01', '2100-02-01', null],
    ['2016-11-26', '2026-11-25', null],
    ['2026-11-30', '2026-11-01', 'The range ends before it begins.'],
    ['2016-01-01', '2026-11-25', 'A range has ten years at most.'],
    ['', '2026-11-01', 'The first day is missing.'],
    ['2026-11-01', undefined, 'The last day is missing.'],
    ['<b>', '2026-11-01', '“<b>” is no day of the calendar.'],
    ['2026-02-01', '2026-02-29', '“2026-02-29” is no day of the calendar.'],
  ])('from %j to %j: %j', (from, to, problem) => expect(explainRange(from, to)).toBe(problem))
})
