import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '#src/domain/search/fold-text.ts'
import { cutSnippet, hasAllWords, readWords, type TextPart } from '#src/domain/search/match-text.ts'

const written = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join('')
const hits = (parts: readonly TextPart[]) => parts.filter(({ isHit }) => isHit).map(({ text }) => text)

describe('words in a text', () => {
  it.each([
    ['The Café is OPEN', 'cafe open'],
    ['cafe\u0301', 'CAFÉ'],
    ['room １２０４', '1204'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδός'],
    ['İstanbul', 'istanbul'],
    ['tow\u200bels', 'towels'],
    ['two\ntowels', 'two TOWELS two'],
    ['房间很冷', '很冷'],
  ])('%s has %s', (text, search) => {
    expect(hasAllWords(text, readWords(search))).toBe(true)
  })

  it.each([
    ['two towels', 'two pillows'],
    ['two towels', ''],
    ['two towels', '   '],
    ['', 'towels'],
    ['towels', 'to wels s1'],
    // A vowel makes another word in Hindi, unlike an accent.
    ['की', 'कु'],
  ])('%j has not %j', (text, search) => {
    expect(hasAllWords(text, readWords(search))).toBe(false)
  })

  it('reads each word once, and no more than a dozen', () => {
    expect(readWords(' Two two  TOWELS ')).toEqual(['two', 'towels'])
    expect(readWords(Array.from({ length: 40 }, (_, index) => `w${index}`).join(' '))).toHaveLength(12)
  })
})

describe('snippets', () => {
  it('have around a hit deep in a long text what they have around it in a short one', () => {
    const around =
      'before it stands this, and then Café au lait, and behind it that and much more of all things'
    const filler = 'x'.repeat(7_000)
    const near = (text: string) => written(cutSnippet(text, readWords('cafe lait'), 60))
    const deep = cutSnippet(`${filler} ${around} ${filler}`, readWords('cafe lait'), 60)
    expect(hits(deep)).toEqual(['Café', 'lait'])
    expect(written(deep)).toBe(near(`${'y'.repeat(60)} ${around} ${'y'.repeat(60)}`))
  })

  it.each(['\u0301', '👩‍👧', 'ﬁ', ' ', '房'])('find a word wherever it stands among %j', (filler) => {
    for (const before of [0, 1, 127, 128, 255, 256, 257, 3_000]) {
      const text = `${filler.repeat(before)} towels ${filler.repeat(3_000)}`
      expect(hits(cutSnippet(text, readWords('towels'), 80))).toEqual(['towels'])
    }
  })

  it('mark a word that thousands of unseen marks part', () => {
    const parted = `tow${'\u200b'.repeat(1_000)}els`
    const parts = cutSnippet(`${'z'.repeat(900)} ${parted} ${'z'.repeat(900)}`, readWords('towels'), 80)
    expect(hits(parts).join('').startsWith('tow')).toBe(true)
  })

  it('mark every hit as it is written, accents and all', () => {
    const parts = cutSnippet('Le CAFÉ, un cafe\u0301 et Straßencafé', readWords('cafe strasse'), 80)
    expect(hits(parts)).toEqual(['CAFÉ', 'cafe\u0301', 'Straße', 'café'])
    expect(written(parts)).toBe('Le CAFÉ, un cafe\u0301 et Straßencafé')
  })

  it.each([
    ['Mr O’Brien, 12', 'obrien', ['O’Brien']],
    ['Mr O’Brien, 12', "o'brien", ['O’Brien']],
    ['Anne‑Marie', 'anne', ['Anne']],
    ['Anne‑Marie', 'marie', ['Marie']],
    ['Anne‑Marie', 'annem', ['Anne‑M']],
    ['Æsa, Sørens', 'aesa soren', ['Æsa', 'Søren']],
    ['שָׁלוֹם לך', 'שלום', ['שָׁלוֹם']],
    ['مـحـمـد', 'محمد', ['مـحـمـد']],
    ['two tow​els​', 'towels', ['tow​els​']],
    ['がく', 'が', ['が']],
  ])('%j by %j marks just what was found', (text, search, expected) => {
    const parts = cutSnippet(text, readWords(search), 80)
    expect(hits(parts)).toEqual(expected)
    expect(written(parts)).toBe(text)
  })

  it('mark a letter whole that was found in part', () => {
    expect(hits(cutSnippet('the oﬃce', readWords('of'), 40))).toEqual(['oﬃ'])
    expect(hits(cutSnippet('Maß', readWords('mas'), 40))).toEqual(['Maß'])
  })

  it('are cut around the first hit, with a mark at each cut, and are one line', () => {
    const text = `${'before '.repeat(40)}the towels\nare wet${' after'.repeat(40)}`
    const parts = cutSnippet(text, readWords('towels'), 60)
    expect(hits(parts)).toEqual(['towels'])
    expect(written(parts)).toMatch(/^…before .*the towels are wet after .*…$/)
    expect(written(parts).length).toBeLessThanOrEqual(62)
  })

  it('never lose, double or split a character, wherever they are cut', () => {
    const text = fc.array(fc.constantFrom('a', 'É', 'ß', '🏨', ' ', 'cafe\u0301', 'ﬁ'), { maxLength: 60 })
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('e', 'a', 'f', 'fi', 's', 'ss 🏨'),
        fc.integer({ min: 4, max: 40 }),
        (letters, search, length) => {
          const line = letters.join('').replace(/\s+/gu, ' ').trim()
          const parts = cutSnippet(letters.join(''), readWords(search), length)
          const shown = written(parts).replace(/^…|…$/g, '')
          expect(line).toContain(shown)
          expect(() => encodeURIComponent(shown)).not.toThrow()
          for (const hit of hits(parts)) expect(foldText(hit)).not.toBe('')
          if (line.length <= length) expect(shown).toBe(line)
        },
      ),
    )
  })
})
