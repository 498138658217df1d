import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitWords } from '#server/speech/split-words.ts'

describe('a text for a voice', () => {
  it.each([
    ['One. Two. Three.', 12, ['One. Two.', 'Three.']],
    ['Is it? “Yes!” Good, then come at once', 20, ['Is it? “Yes!”', 'Good,', 'then come at once']],
    ['a long part, and another', 15, ['a long part,', 'and another']],
    ['x'.repeat(25), 10, ['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]],
    ['', 10, []],
    ['  ', 10, []],
    ['Short', 10, ['Short']],
  ])('%j is cut where it may be', (text, maxChars, pieces) => {
    expect(splitWords(text, maxChars)).toEqual(pieces)
  })

  it('cuts no character in two', () => {
    expect(splitWords('✨🎉'.repeat(5), 4).join('')).toBe('✨🎉'.repeat(5))
    for (const piece of splitWords('🎉'.repeat(9), 5)) expect(piece).not.toMatch(/\p{Surrogate}/u)
  })

  it('loses nothing but space, and gives no piece that is too long', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '. ', ', ', '🎉', '!” ', '\n'),
      maxLength: 200,
    })
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 40 }), (text, maxChars) => {
        const pieces = splitWords(text, maxChars)
        expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        for (const piece of pieces) {
          expect(piece.length).toBeGreaterThan(0)
          expect(piece.length).toBeLessThanOrEqual(maxChars)
        }
      }),
    )
  })
})
