import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutGraphemes } from '#src/domain/text/graphemes.ts'
import { splitLinks, type TextPart } from '#src/domain/text/links.ts'
import { cutLongText } from '#src/domain/text/long-text.ts'
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts'

/** No letter has as many units. */
const PILED_UP = 64
const FAMILY = '👨‍👩‍👧‍👦'
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const join = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join('')

/** Whether something begins at a place that is seen as one character of its own; what is piled up may be cut anywhere. */
function isBetweenGraphemes(text: string, at: number): boolean {
  const next = segmenter.segment(text).containing(at)
  return !next || next.index === at || next.segment.length > PILED_UP
}

/** Texts of what is hard to cut: what is joined, what is a link, what is wide, what is many lines. */
const pieces = fc.constantFrom(
  'a',
  'word ',
  'https://a.example/b',
  'https://user@a.example',
  `https://a.example/${'c'.repeat(1_500)}`,
  '(',
  ').',
  '\n',
  FAMILY,
  '🛎',
  '🇪🇸',
  'e\u0301\u0323',
  '\u0301'.repeat(300),
  'किताब ',
  '房间',
  ' ',
)
const texts = fc
  .array(fc.tuple(pieces, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 12 })
  .map((runs) => runs.map(([piece, times]) => piece.repeat(times)).join(''))

describe('a text that is long to draw', () => {
  it.each(Object.entries(HOSTILE_TEXTS))('is one of 8,000 characters: %s', (_, text) => {
    const beginning = cutLongText(text) ?? []
    expect(join(beginning)).not.toBe('')
    expect(join(beginning).length).toBeLessThanOrEqual(1_003)
    expect(text.startsWith(join(beginning))).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['a word', 'towels'],
    ['a letter with thirty marks', `e${'\u0301'.repeat(30)}`],
    ['a letter of 1,500 characters', 'Dear hotel, '.repeat(125)],
    ['two dozen lines', 'line\n'.repeat(24)],
    ['ten links', 'https://hotel.example/menu '.repeat(10)],
    ['a hundred emoji', '😀'.repeat(100)],
  ])('is not %s', (_, text) => {
    expect(cutLongText(text)).toBeNull()
  })

  it('ends without the blank lines that follow', () => {
    expect(cutLongText(HOSTILE_TEXTS.lines)).toEqual([{ text: 'First line', address: null }])
  })

  it('shows its first letter, whatever is piled on it', () => {
    const shown = join(cutLongText(`H${'\u0301'.repeat(200)}ello`) ?? [])
    expect(shown).toBe(`H${'\u0301'.repeat(63)}`)
    expect(join(cutLongText(`Oh, H${'\u0301'.repeat(200)}ello`) ?? [])).toBe('Oh, ')
  })

  it('has before a link all of it or nothing', () => {
    const before = 'x'.repeat(890)
    const beginning = cutLongText(`${before} https://hotel.example/menu ${'y'.repeat(2_000)}`)
    expect(beginning).toEqual([{ text: `${before} `, address: null }])
  })

  it('of a link that is too long itself it shows the beginning, which leads nowhere', () => {
    const beginning = cutLongText(HOSTILE_TEXTS.oneLink)
    expect(beginning).toHaveLength(1)
    expect(beginning?.[0]?.address).toBeNull()
    expect(beginning?.[0]?.text).toMatch(/^https:\/\/hotel\.example\/a+$/)
  })

  it('is cut between what is seen as one, and makes no link that the whole has not', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const beginning = cutLongText(text)
        if (beginning === null) return
        const shown = join(beginning)
        expect(shown).not.toBe('')
        expect(shown + text.slice(shown.length)).toBe(text)
        expect(isBetweenGraphemes(text, shown.length)).toBe(true)
        const links = splitLinks(text).filter(({ address }) => address !== null)
        const shownLinks = beginning.filter(({ address }) => address !== null)
        expect(shownLinks).toEqual(links.slice(0, shownLinks.length))
      }),
      { numRuns: 200 },
    )
  })

  it('costs no more where more is left out', () => {
    // Each would take minutes if it were looked at again for every character.
    for (const text of Object.values(HOSTILE_TEXTS)) {
      const long = text.repeat(50)
      expect(join(cutLongText(long) ?? [])).toBe(join(cutLongText(text) ?? []))
    }
  })
})

describe('the first characters of a text', () => {
  it.each([
    ['hello', 10, 'hello'],
    ['hello', 3, 'hel'],
    ['e\u0301a', 1, 'e\u0301'],
    ['ae\u0301', 2, 'a'],
    ['a😀', 2, 'a'],
    [`ab${FAMILY}`, 5, 'ab'],
    [FAMILY, 3, FAMILY],
    ['🇪🇸🇫🇷', 6, '🇪🇸'],
    ['', 3, ''],
  ])('%j, %i of them: %j', (text, length, expected) => {
    expect(cutGraphemes(text, length)).toBe(expected)
  })

  it.each([
    ['Latin, Greek, Cyrillic', 0x20, 0x58f],
    ['dashes and quotes', 0x2010, 0x2027],
    ['Chinese', 0x4e00, 0x9fff],
  ])('are what `Intl` says, between any two of %s', (_, from, to) => {
    for (let unit = from; unit <= to; unit += 1) {
      const one = String.fromCharCode(unit)
      for (const text of [`a${one}b`, `a${one}${one}b`, `${one}\u0301b`])
        for (const length of [1, 2])
          expect(isBetweenGraphemes(text, cutGraphemes(text, length).length), text).toBe(true)
    }
  })

  it('keep a line’s two ends together', () => {
    expect(cutGraphemes('a\r\nb', 2)).toBe('a')
    expect(cutGraphemes('\r\nb', 1)).toBe('\r\n')
  })

  it('are the text’s own, whole ones and as many as fit', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 400 }), (text, length) => {
        const shown = cutGraphemes(text, length)
        expect(text.startsWith(shown)).toBe(true)
        expect(isBetweenGraphemes(text, shown.length)).toBe(true)
        const first = segmenter.segment(text).containing(0)?.segment.length ?? 0
        expect(shown.length <= Math.max(length, first)).toBe(true)
      }),
    )
  })
})
