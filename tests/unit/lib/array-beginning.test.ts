import { describe, expect, it } from 'vitest'
import { readArrayBeginning } from '#src/lib/array-beginning.ts'

const ROWS = [
  { words: 'a "quoted" one, [with] {signs} and a \\ backslash"', more: [1, [2, 3], { four: 4 }] },
  { words: '', more: [] },
  ['a list', 'of two'],
  null,
  'a text, with a comma',
  { words: '🧳 Koffer, geöffnet' },
]

describe('the beginning of an array (readArrayBeginning)', () => {
  const text = ` ${JSON.stringify(ROWS, null, 1)}`

  it.each([1, 2, 3, 4, 5])('has its first %d elements, as soon as another has begun', (count) => {
    const lengths = Array.from({ length: text.length - 1 }, (_, index) => index)
    const read = lengths.map((length) => readArrayBeginning(text.slice(0, length), count))
    const first = read.findIndex((rows) => rows !== null)
    expect(text.slice(0, first).trimEnd()).toMatch(/,$/)
    for (const rows of read.slice(0, first)) expect(rows).toBeNull()
    // A text that ends with a bracket may be whole, wherever in a row that is.
    for (const rows of read.slice(first)) if (rows !== null) expect(rows).toEqual(ROWS.slice(0, count))
    expect(read.at(-1)).toEqual(ROWS.slice(0, count))
  })

  it('has none where all of it has come, or too little', () => {
    expect(readArrayBeginning(text, 2)).toBeNull()
    expect(readArrayBeginning(text.slice(0, -2), ROWS.length)).toBeNull()
    expect(readArrayBeginning('', 1)).toBeNull()
  })

  it.each(['{"rows":[1,2,3', '<!doctype html>[1,2,', '"a, b", "c', '[1 2, 3', '[}, {},'])(
    'has none of %s',
    (other) => {
      expect(readArrayBeginning(other, 1)).toBeNull()
    },
  )

  it('is quick with a very long text in it', () => {
    const long = 'x'.repeat(900_000)
    expect(readArrayBeginning(JSON.stringify([long, 1]).slice(0, -1), 1)).toEqual([long])
  })
})
