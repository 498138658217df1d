import { expect, it } from 'vitest'
import { readWholeLog, type LogReading } from '#src/online/read-whole-log.ts'

const PAGES: Record<string, { rows: string[]; next: string | null }> = {
  newest: { rows: ['e', 'd'], next: 'd' },
  d: { rows: ['c', 'b'], next: 'b' },
  b: { rows: ['a'], next: null },
}
const BEGINNING: LogReading<string> = { rows: [], before: null }

it('reads a log to its end in the largest pages there are, and tells how far it is', async () => {
  const limits = new Set<number | undefined>()
  const counts: number[] = []
  const rows = await readWholeLog(
    BEGINNING,
    ({ before, limit }) => {
      limits.add(limit)
      return Promise.resolve(PAGES[before ?? 'newest'] ?? { rows: [], next: null })
    },
    (reading) => counts.push(reading.rows.length),
  )
  expect([rows, counts, [...limits]]).toEqual([['e', 'd', 'c', 'b', 'a'], [2, 4], [200]])
})

it('goes on where it failed, with what it has', async () => {
  let reading = BEGINNING
  let isDown = true
  const fetchPage = ({ before }: { before: string | null }) =>
    before === 'b' && isDown
      ? Promise.reject(new Error('no line'))
      : Promise.resolve(PAGES[before ?? 'newest'] ?? { rows: [], next: null })
  const read = () => readWholeLog(reading, fetchPage, (next) => (reading = next))
  await expect(read()).rejects.toThrow('no line')
  expect(reading).toEqual({ rows: ['e', 'd', 'c', 'b'], before: 'b' })
  isDown = false
  expect(await read()).toEqual(['e', 'd', 'c', 'b', 'a'])
})

it('ends where an environment names the same place again', async () => {
  const again = { rows: ['x'], next: 'x' }
  expect(
    await readWholeLog(
      BEGINNING,
      () => Promise.resolve(again),
      () => undefined,
    ),
  ).toEqual(['x', 'x'])
})
