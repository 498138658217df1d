import { describe, expect, it } from 'vitest'
import { chooseTicks, nameStep, writeDay } from '#src/features/reports/charts/day-words.ts'
import { countTicks } from '#src/features/reports/charts/chart-theme.ts'
import { describeChange, formatDuration, formatShare } from '#src/features/reports/figures/write-figures.ts'
import { readReportSearch, reportAddress } from '#src/features/reports/search.ts'
import { findDashboard, listDashboards } from '#src/features/reports/titled/dashboards.ts'

describe('figures in words', () => {
  it.each([
    [0, '0 s'],
    [45_400, '45 s'],
    [200_000, '3 min 20 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [273_600_000, '3 d 4 h'],
  ])('%d ms are %s', (ms, words) => expect(formatDuration(ms)).toBe(words))

  it('says how much has changed, and from what', () => {
    expect(describeChange(112, 100)).toBe('Up by 12% from 100')
    expect(describeChange(50, 100)).toBe('Down by 50% from 100')
    expect(describeChange(5, 5)).toBe('As before')
    expect(describeChange(5, 0)).toBe('Up from nothing before')
    expect(describeChange(5, null)).toBe('Nothing before')
    expect(describeChange(null, 60_000, formatDuration)).toBe('Before: 1 min')
  })

  it('has no share of nothing', () => {
    expect(formatShare(1, 4)).toBe('25%')
    expect(formatShare(0, 0)).toBeNull()
  })
})

describe('an axis', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 50, 100]],
    [1_234, [0, 500, 1_000, 1_500]],
  ])('to %d has whole steps that reach it', (max, ticks) => {
    const found = countTicks(max)
    expect(found).toEqual(ticks)
  })

  it('writes as many days as there is room for', () => {
    const points = Array.from({ length: 30 }, (_, index) => ({
      date: `2026-11-${String(index + 1).padStart(2, '0')}`,
      value: 0,
    }))
    expect(chooseTicks(points, 4)).toEqual(['2026-11-01', '2026-11-09', '2026-11-17', '2026-11-25'])
    expect(writeDay('2026-11-05', 'day')).toBe('5 Nov')
    expect(nameStep('2026-11-05', 'week')).toBe('Week from Thu, 5 Nov 2026')
    expect(writeDay('no day', 'month')).toBe('no day')
  })
})

describe('the address of the report page', () => {
  it('leads back to what was shown', () => {
    const search = { tab: 'users', from: '2026-11-01', to: '2026-11-30' } as const
    const query = new URL(reportAddress(search), 'https://bellhop.example').searchParams
    expect(readReportSearch(Object.fromEntries(query))).toEqual(search)
  })

  it.each([
    [{ tab: 'nonsense' }, { tab: 'dashboard' }],
    [
      { tab: 7, from: 2026 },
      { tab: 'dashboard', from: '2026' },
    ],
    [{ tab: 'users', from: ['a'], to: null }, { tab: 'users' }],
    ['', { tab: 'dashboard' }],
  ])('%j is read as %j', (search, read) => expect(readReportSearch(search)).toEqual(read))
})

describe('reports of other systems', () => {
  const dashboards = [
    { title: 'Goals', url: 'https://reports.example/goals' },
    { title: ' ', url: 'https://reports.example/none' },
    { title: 'Script', url: 'javascript:alert(1)' },
    { title: 'Words', url: 'no address' },
  ]

  it('are those with a title and a web address', () => {
    expect(listDashboards(dashboards).map(({ title }) => title)).toEqual(['Goals'])
  })

  it('are found in whatever letter case the address was typed', () => {
    expect(findDashboard(dashboards, 'goals')?.title).toBe('Goals')
    expect(findDashboard(dashboards, '<b>')).toBeNull()
  })
})
