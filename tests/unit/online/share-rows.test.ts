import { expect, it } from 'vitest'
import { shareRows } from '#src/online/share-rows.ts'

const one = { id: '1', etag: '"1"', name: 'Spa' }
const two = { id: '2', name: 'Bar', who: ['a'] }

it('gives the list of before where nothing has changed', () => {
  const before = [one, two]
  expect(shareRows(before, [{ ...one }, { ...two }])).toBe(before)
  expect(shareRows(undefined, before)).toBe(before)
})

it('gives the rows of before that have not changed, flat or not', () => {
  const changed = { ...one, etag: '"2"', name: 'Spa & Sauna' }
  const shared = shareRows([one, two], [{ ...two, who: ['a'] }, changed])
  expect(shared).toEqual([two, changed])
  expect(Array.isArray(shared) && shared[0]).toBe(two)
  expect(shareRows([two], [{ ...two, name: 'Lounge' }])).toEqual([{ ...two, name: 'Lounge' }])
})

it('gives the new order, and leaves out what is gone', () => {
  expect(shareRows([one, two], [{ ...two }, { ...one }])).toEqual([two, one])
  expect(shareRows([one, two], [{ ...two }])).toEqual([two])
})
