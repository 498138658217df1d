import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { filterAnswers, rankAnswers } from '#src/domain/answers/match.ts'
import { matchesSearch } from '#src/domain/chats/filters.ts'
import { foldSearch, foldSearched, foldText } from '#src/domain/search/fold-text.ts'
import { hasAllWords, readWords } from '#src/domain/search/match-text.ts'
import { listColleagues } from '#src/features/messenger/handover/describe-colleagues.ts'
import { filterLines, listLines } from '#src/features/translations/drafts.ts'
import { createSearchReader } from '#src/ui/list/rows/arrange-rows.ts'
import { ANSWERS, makeAnswer } from '#tests/unit/ui/list/answers.ts'

/** Every search of the product that is a rule of its own, by what it is called. */
const SEARCHES: [name: string, finds: (text: string, search: string) => boolean][] = [
  ['words in messages', (text, search) => hasAllWords(text, readWords(search))],
  ['guests by name', (displayName, search) => matchesSearch({ displayName }, search)],
  ['saved answers', (label, search) => filterAnswers([{ label, answer: '' }], search).length > 0],
  ['a slash and letters', (answer, search) => rankAnswers([{ label: '', answer }], search).length > 0],
  [
    'colleagues',
    (name, search) => listColleagues([{ id: 'a', name, online: true, role: 0 }], search).length > 0,
  ],
  [
    'lists',
    (label, search) => createSearchReader(ANSWERS)(makeAnswer('1', { label })).includes(foldSearch(search)),
  ],
  [
    'texts of a language',
    (text, search) => {
      const lines = listLines({ id: 'en', catalog: { a: text }, shipped: null }, new Map())
      return filterLines(lines, { search, onlyChanged: false }).length > 0
    },
  ],
]

const FOUND: [text: string, search: string][] = [
  ['Café', 'cafe'],
  ['Über uns', 'uber'],
  ['Pin\u0303ata', 'piñata'],
  ['Piñata', 'pin\u0303ata'],
  ['Piñata', 'pinata'],
  ['José', 'jose'],
  ['Łukasz', 'lukasz'],
  ['Søren', 'soren'],
  ['Ødegård', 'odegard'],
  ['Đorđe', 'DORDE'],
  ['Æsa', 'aesa'],
  ['Bœuf', 'boeuf'],
  ['Þóra Guðný', 'thora gudny'],
  ['Weiß', 'WEISS'],
  ['WEIẞ', 'weiss'],
  ['Ħamrun', 'hamrun'],
  ['Işıl', 'isil'],
  ['IŞIL', 'isil'],
  ['İNFO', 'info'],
  ['INFO', 'ınfo'],
  ['O\u2019Brien', "o'brien"],
  ['O\u2019Brien', 'obrien'],
  ["O'Brien", 'o\u2019brien'],
  ['OBrien', "o'brien"],
  ['Keʻala', "ke'ala"],
  ['D´Angelo', 'dangelo'],
  ['Anne\u2011Marie', 'anne-marie'],
  ['Anne\u2011Marie', 'annemarie'],
  ['Anne\u2013Marie', 'anne\u2010marie'],
  ['Annemarie', 'anne-marie'],
  ['Wi\u2011Fi', 'wifi'],
  ['שָׁלוֹם', 'שלום'],
  ['בן־גוריון', 'בן-גוריון'],
  ['مُحَمَّد', 'محمد'],
  ['مـحـمـد', 'محمد'],
  ['أحمد', 'احمد'],
  ['على', 'علی'],
  ['１２０４', '1204'],
  ['が', 'か\u3099'],
  ['ｶﾞ', 'ガ'],
  ['Ana\u00a0 López', 'ana lopez'],
]

const NOT_FOUND: [text: string, search: string][] = [
  // Marks that make another letter or word.
  ['की', 'कु'],
  ['か', 'が'],
  ['กา', 'ก่า'],
  ['Anna', 'annx'],
]

describe.each(SEARCHES)('%s', (_, finds) => {
  it.each(FOUND)('%j is found by %j', (text, search) => {
    expect(finds(text, search)).toBe(true)
  })

  it.each(NOT_FOUND)('%j is not found by %j', (text, search) => {
    expect(finds(text, search)).toBe(false)
  })
})

describe('in a Turkish browser', () => {
  const { toLocaleLowerCase, toLocaleUpperCase } = String.prototype
  // A browser's language alone does not change how it lowers letters: a Turkish system does.
  beforeEach(() => {
    String.prototype.toLocaleLowerCase = function () {
      return toLocaleLowerCase.call(this, 'tr')
    }
    String.prototype.toLocaleUpperCase = function () {
      return toLocaleUpperCase.call(this, 'tr')
    }
  })
  afterEach(() => {
    String.prototype.toLocaleLowerCase = toLocaleLowerCase
    String.prototype.toLocaleUpperCase = toLocaleUpperCase
  })

  it.each(SEARCHES)('%s: INFO is found by info, and info by INFO', (_, finds) => {
    expect('INFO'.toLocaleLowerCase()).toBe('ınfo')
    expect(finds('INFO', 'info')).toBe(true)
    expect(finds('info', 'INFO')).toBe(true)
  })
})

describe('folding', () => {
  it('takes no longer for each mark where there are more of them', () => {
    // Marks of two classes are put in order: where each is compared with all before it, this takes an hour.
    expect(foldText(`H${'\u0301\u0323'.repeat(1_000_000)}ey`)).toBe('hey')
  })

  it.each(['\u0e38\u0e48', '\u0301\u0323', '\u05b8\u05c1'])('finds a piled-up %j where it is', (marks) => {
    expect(foldText(`a${marks.repeat(40)} Café ${marks.repeat(40)}`)).toContain(' cafe ')
  })

  it.each(['`', '\u00b4', '\u0384', '\u1fbd', '\u1fbf', '\u1fef', '\u1ffd', '\u1ffe', '\uff40'])(
    'makes an apostrophe of %j, as people type it',
    (accent) => {
      expect(foldText(accent)).toBe("'")
    },
  )

  it('twice is folding once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
        expect(foldSearched(foldSearched(text))).toBe(foldSearched(text))
      }),
    )
  })

  it('a piece of a text is found in it, wherever it is cut between letters', () => {
    const names = fc.array(fc.constantFrom(...FOUND.map(([text]) => text)), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(names, fc.nat(20), (words, from) => {
        const text = words.join(' ')
        const piece = [...new Intl.Segmenter('en').segment(text)].slice(from).map(({ segment }) => segment)
        expect(foldSearched(text)).toContain(foldSearch(piece.join('')))
      }),
    )
  })
})
