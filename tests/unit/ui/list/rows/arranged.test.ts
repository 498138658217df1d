import { describe, expect, it } from 'vitest'
import { foldSearch } from '#src/domain/search/fold-text.ts'
import { arrangeRows, compareKeys, createSearchReader, readSortKey } from '#src/ui/list/rows/arrange-rows.ts'
import { nameCsv, toCsv } from '#src/ui/list/export/csv.ts'
import {
  canDelete,
  editUrlOf,
  listFormColumns,
  listTableColumns,
  readFlags,
  type Column,
} from '#src/ui/list/declare-list.ts'
import { describeCell } from '#src/ui/list/describe-value.ts'
import { describeAgo, describeAsOf } from '#src/ui/list/nice-date.ts'
import { beginEdit, type RowEdit } from '#src/ui/list/edits/row-edit.ts'
import { readExtent, toggleAll, toggleOne } from '#src/ui/list/selection.ts'
import { ANSWERS, makeAnswer, type Answer } from '../answers.ts'

const NONE: ReadonlySet<string> = new Set<string>()
const MINUTE = 60_000
const rows = ['1', '2', '3'].map((id) => makeAnswer(id))
const [first, second, third] = rows
const keysOf = (columns: readonly Column<Answer>[]) => columns.map(({ key }) => key)
const createEdit = (row: Answer, fields: Partial<RowEdit<Answer>> = {}) =>
  new Map([[row.id, { ...beginEdit(row), ...fields }]])

describe('the rows that are listed', () => {
  it('are the same array as long as nothing moves, whatever is typed', () => {
    const edits = createEdit(makeAnswer('2'))
    const before = arrangeRows(ANSWERS, rows, { hidden: NONE, edits, before: [] })
    const typed = createEdit(before[1] ?? makeAnswer('2'), { typed: { label: 'A' } })
    expect(arrangeRows(ANSWERS, [...rows], { hidden: NONE, edits: typed, before })).toBe(before)
  })

  it('are without those on their way out', () => {
    const listed = arrangeRows(ANSWERS, rows, { hidden: new Set(['2']), edits: new Map(), before: [] })
    expect(listed).toEqual([first, third])
  })

  it('keep one that is edited where it was, and one that somebody else deleted meanwhile', () => {
    const edits = second ? createEdit(second, { typed: { label: 'Mine' } }) : new Map()
    const left = [makeAnswer('1', { label: 'New' }), makeAnswer('3')]
    const listed = arrangeRows(ANSWERS, left, { hidden: NONE, edits, before: rows })
    expect(listed.map(({ label }) => label)).toEqual(['New', 'Label 2', 'Label 3'])
  })

  it('keep one that left a part of the rows until nobody edits it any more', () => {
    const partial = { ...ANSWERS, isPartial: true }
    const left = [makeAnswer('1'), makeAnswer('3')]
    const edits = second ? createEdit(second, { progress: { kind: 'saved' } }) : new Map()
    const idsOf = (definition: typeof ANSWERS, pending: typeof edits) =>
      arrangeRows(definition, left, { hidden: NONE, edits: pending, before: rows }).map(({ id }) => id)
    expect([idsOf(partial, edits), idsOf(ANSWERS, edits), idsOf(partial, new Map())]).toEqual([
      ['1', '2', '3'],
      ['1', '3'],
      ['1', '3'],
    ])
  })

  it('are searched by their words, case or not, and never by a password', () => {
    const text = createSearchReader(ANSWERS)(makeAnswer('1', { label: 'Späte Ankunft', uses: 12 }))
    expect(text).toBe('spate ankunft\nanswer 1\n12')
    expect(text).toContain(foldSearch('  SPÄTE '))
  })

  it('are sorted as people count, what is empty last', () => {
    const [label, , uses] = ANSWERS.columns
    const keyOf = (words: string) => label && readSortKey(label, makeAnswer('1', { label: words }))
    const labels = ['Room 10', 'room 9', 'Áb', 'aa', '9 pm', '10 pm']
    expect(labels.toSorted((one, other) => compareKeys(keyOf(one), keyOf(other)))).toEqual([
      '9 pm',
      '10 pm',
      'aa',
      'Áb',
      'room 9',
      'Room 10',
    ])
    expect(keyOf('')).toBeUndefined()
    expect(uses && [2, 10].map((count) => readSortKey(uses, makeAnswer('1', { uses: count })))).toEqual([
      2, 10,
    ])
    expect([10, 'a', 2].toSorted(compareKeys)).toEqual([2, 10, 'a'])
  })

  it('are sorted by when, not by how that is written', () => {
    const made: Column<Answer> = { key: 'made', header: 'Made', kind: 'niceDate', read: ({ label }) => label }
    const keys = ['2026-02-01T00:00:00Z', '2025-12-01T00:00:00Z', 'never'].map((label) =>
      readSortKey(made, makeAnswer('1', { label })),
    )
    expect(keys).toEqual([1_769_904_000_000, 1_764_547_200_000, undefined])
  })
})

describe('choosing', () => {
  it('all is all that can be chosen, and then none', () => {
    const all = toggleAll(new Set(['1']), ['1', '3'])
    expect([...all]).toEqual(['1', '3'])
    expect([...toggleAll(all, ['1', '3'])]).toEqual([])
    expect([...toggleOne(all, '3')]).toEqual(['1'])
  })

  it.each([
    [[], 'none'],
    [['1'], 'some'],
    [['1', '3', 'elsewhere'], 'all'],
  ])('%j of 1 and 3 is %s', (chosen, extent) => {
    expect(readExtent(new Set(chosen), ['1', '3'])).toBe(extent)
  })
})

describe('a declaration', () => {
  it('says by itself which columns and flags a list has', () => {
    expect(readFlags(ANSWERS)).toEqual({
      hasEdit: false,
      hasDelete: true,
      hasCheckboxes: true,
      hasAddBlock: true,
    })
    const readOnly = {
      ...ANSWERS,
      columns: ANSWERS.columns.map((column) => ({ ...column, canEdit: 'form' as const })),
    }
    expect(readFlags({ ...readOnly, hasDelete: false })).toMatchObject({
      hasEdit: true,
      hasCheckboxes: false,
    })
  })

  it('has the ENABLED column unless its list has an address of its own', () => {
    expect(keysOf(listTableColumns(ANSWERS)).at(-1)).toBe('isEnabled')
    expect(keysOf(listTableColumns({ ...ANSWERS, isUrlDriven: true }))).not.toContain('isEnabled')
  })

  it('hides a field at creation that is edited afterwards', () => {
    const status: Column<Answer> = {
      key: 'status',
      header: 'Status',
      kind: 'select',
      canEdit: 'here',
      inAdd: false,
      read: () => 'open',
    }
    const tickets = { ...ANSWERS, columns: [status] }
    expect(keysOf(listFormColumns(tickets, 'add'))).toEqual(['isEnabled'])
    expect(keysOf(listFormColumns(tickets, 'edit'))).toEqual(['status', 'isEnabled'])
  })

  it('links to /config/{type}/edit/{id}, or where it says', () => {
    expect(editUrlOf(ANSWERS, makeAnswer('a/b'))).toBe('/config/answers/edit/a%2Fb')
    expect(editUrlOf({ ...ANSWERS, editUrl: ({ id }) => `/intents/edit/${id}` }, makeAnswer('1'))).toBe(
      '/intents/edit/1',
    )
  })

  it('names what can not be deleted', () => {
    expect([
      canDelete(ANSWERS, makeAnswer('1')),
      canDelete(ANSWERS, makeAnswer('1', { undeletable: true })),
    ]).toEqual([true, false])
  })
})

describe('the export', () => {
  it('is what spreadsheets read: quoted, with CRLF and a byte order mark, without passwords', () => {
    const row = makeAnswer('1', { label: 'Say "hi", please', answer: 'Two\nlines', uses: 3 })
    expect(toCsv(ANSWERS, [row])).toBe(
      '\uFEFFLabel,Response,Uses,ENABLED\r\n"Say ""hi"", please","Two\nlines",3,Yes\r\n',
    )
  })

  const firstCell = (label: string, language?: string) =>
    toCsv(ANSWERS, [makeAnswer('1', { label, answer: '' })], language)
      .split('\r\n')[1]
      ?.replace(/[,;]+3?[,;]Yes$/, '')

  it.each([
    '=1+1',
    ' =1+1',
    '＝1+1',
    '@home',
    '\t=1',
    '\r=1',
    '-2+3',
    '+1+1',
    '+1*1000000',
    '- towels',
    '+34 Ana',
    "-2+cmd|' /C calc'!A0",
  ])('never hands over the formula %j', (label) => {
    expect(firstCell(label)?.replaceAll('"', '').startsWith("'")).toBe(true)
  })

  it.each([
    ['+34600123456', '+34600123456'],
    ['+34 600 123 456', '+34 600 123 456'],
    // A spreadsheet would take the one number from the other.
    ['+1-702-555-0100', '+1 702 555 0100'],
    ['+1 (702) 555-0100', '+1 702 555 0100'],
    ['0034600123456', '0034600123456'],
    ['-2', '-2'],
    ['-2.5', '-2.5'],
    ['-', '-'],
    ['5 - 3', '5 - 3'],
    ['a=b', 'a=b'],
  ])('hands over %j as %j, without an apostrophe', (label, cell) => {
    expect(firstCell(label)).toBe(cell)
  })

  it('says of a time in which zone it is, to the second', () => {
    const made: Column<Answer> = { key: 'made', header: 'Made', kind: 'niceDate', read: ({ label }) => label }
    const columns = { ...ANSWERS, columns: [made] }
    const at = '2026-11-21T22:41:05.000Z'
    const [, line] = toCsv(columns, [makeAnswer('1', { label: at })]).split('\r\n')
    const [cell = ''] = line?.split(',') ?? []
    expect(cell).toMatch(/^2026-11-2[12]T\d\d:\d\d:05[+-]\d\d:\d\d$/)
    expect(new Date(cell).toISOString()).toBe(at)
    expect(toCsv(columns, [makeAnswer('1', { label: 'never' })])).toContain('\r\nnever,')
  })

  it.each([
    ['de-DE', ';', '2,5'],
    ['es-ES', ';', '2,5'],
    ['en-US', ',', '2.5'],
    ['ja', ',', '2.5'],
    ['no language', ',', '2.5'],
  ])('separates cells and writes numbers as spreadsheets of %s read them', (language, separator, number) => {
    const row = makeAnswer('1', { label: 'a, b', answer: 'c; d', uses: 2.5 })
    const [header, line] = toCsv(ANSWERS, [row], language).split('\r\n')
    expect(header).toBe(`\uFEFF${['Label', 'Response', 'Uses', 'ENABLED'].join(separator)}`)
    expect(line).toBe(['"a, b"', '"c; d"', number, 'Yes'].join(separator))
  })

  it('leaves numbers below zero numbers', () => {
    expect(toCsv(ANSWERS, [makeAnswer('1', { uses: -2 })])).toContain(',-2,')
  })

  it('is named after what it has and the day', () => {
    const late = new Date(2026, 0, 5, 23, 59).getTime()
    expect(nameCsv({ ...ANSWERS, noun: { one: 'test user', many: 'Test users' } }, late)).toBe(
      'test-users-2026-01-05.csv',
    )
  })
})

describe('times', () => {
  it.each([
    [0, 'just now'],
    [59_000, 'just now'],
    [MINUTE, '1 minute ago'],
    [3 * 60 * MINUTE, '3 hours ago'],
    [400 * 24 * 60 * MINUTE, '1 year ago'],
    [-5 * MINUTE, 'in 5 minutes'],
  ])('%d ms ago is %s', (ms, words) => {
    expect(describeAgo(1_800_000_000_000 - ms, 1_800_000_000_000)).toBe(words)
  })

  it.each([
    ['00:00', '12:00 AM'],
    ['09:05', '9:05 AM'],
    ['12:00', '12:00 PM'],
    ['21:30', '9:30 PM'],
    ['24:00', '12:00 AM'],
    ['soon', 'soon'],
  ])('%s of the day is written %s, and sorted by when it is', (time, words) => {
    const start: Column<Answer> = { key: 'start', header: 'Start', kind: 'time', read: () => time }
    expect([describeCell(start, makeAnswer('1')), readSortKey(start, makeAnswer('1'))]).toEqual([words, time])
  })

  it('how old a list is, never of a time to come', () => {
    const now = 1_800_000_000_000
    expect([4 * MINUTE, 0, -MINUTE, 2 * 60 * MINUTE].map((ms) => describeAsOf(now - ms, now))).toEqual([
      'as of 4 min ago',
      'as of just now',
      'as of just now',
      'as of 2 h ago',
    ])
  })
})
