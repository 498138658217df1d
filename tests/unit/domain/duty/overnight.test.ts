import { describe, expect, it } from 'vitest'
import { pairNights, splitShift } from '#src/domain/duty/overnight.ts'
import { readMinutes } from '#src/domain/duty/shift.ts'

const row = (shiftStart: string, shiftEnd: string, shiftId = '') => ({ shiftStart, shiftEnd, shiftId })
type Row = ReturnType<typeof row>
const pair = (rows: readonly Row[]) =>
  pairNights(rows, ({ shiftStart, shiftEnd, shiftId }) => ({
    start: readMinutes(shiftStart),
    end: readMinutes(shiftEnd),
    shiftId,
  }))

describe('an end earlier than the start (specification section 5)', () => {
  it.each([
    ['08:00', '16:00', ['08:00-16:00']],
    ['22:00', '06:30', ['22:00-24:00', '00:00-06:30']],
    ['16:00', '00:00', ['16:00-24:00']],
    ['16:00', '24:00', ['16:00-24:00']],
    ['00:00', '24:00', ['00:00-24:00']],
    ['23:59', '00:01', ['23:59-24:00', '00:00-00:01']],
  ])('%s to %s is %j', (shiftStart, shiftEnd, intervals) => {
    const { first, morning } = splitShift({ shiftStart, shiftEnd })
    const write = (times: typeof first) => `${times.shiftStart}-${times.shiftEnd}`
    expect([first, ...(morning ? [morning] : [])].map(write)).toEqual(intervals)
  })
})

describe('two rows with one shiftId', () => {
  const evening = row('22:00', '24:00', 'night')
  const morning = row('00:00', '06:00', 'night')
  const day = row('08:00', '16:00')

  it('that meet at midnight are one shift, in whichever order they come', () => {
    expect(pair([day, evening, morning])).toEqual([
      { row: day, morning: null },
      { row: evening, morning },
    ])
    expect(pair([morning, day, evening])).toEqual([
      { row: day, morning: null },
      { row: evening, morning },
    ])
  })

  it('what splitting gives is one again', () => {
    const { first, morning: rest } = splitShift({ shiftStart: '20:00', shiftEnd: '04:00' })
    const rows = [first, ...(rest ? [rest] : [])].map((times) => ({ ...times, shiftId: 'x' }))
    expect(pair(rows)).toEqual([{ row: rows[0], morning: rows[1] }])
  })

  it.each([
    ['without an id', [row('22:00', '24:00'), row('00:00', '06:00')]],
    ['of two shifts', [row('22:00', '24:00', 'a'), row('00:00', '06:00', 'b')]],
    ['that do not meet', [row('20:00', '22:00', 'a'), row('00:00', '06:00', 'a')]],
    ['of which one is the whole day', [row('00:00', '24:00', 'a'), row('00:00', '06:00', 'a')]],
    ['that overlap', [row('05:00', '24:00', 'a'), row('00:00', '06:00', 'a')]],
    ['that can not be read', [row('soon', '24:00', 'a'), row('00:00', '06:00', 'a')]],
  ])('stay two %s', (_name, rows) => {
    expect(pair(rows).map(({ row: one }) => one)).toEqual(rows)
  })

  it('an evening takes one morning, and a morning serves one evening', () => {
    const other = row('23:00', '24:00', 'night')
    expect(pair([evening, other, morning])).toEqual([
      { row: evening, morning },
      { row: other, morning: null },
    ])
  })
})
