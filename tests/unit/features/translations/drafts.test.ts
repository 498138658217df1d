import { describe, expect, it } from 'vitest'
import type { Translation } from '#src/contract/translations.ts'
import { replaceTexts } from '#src/domain/translations/catalog.ts'
import {
  dropSaved,
  filterLines,
  groupLines,
  keepMine,
  listLines,
  nameKey,
  restoreAll,
  typeText,
  type Drafts,
  type Line,
} from '#src/features/translations/drafts.ts'

const ROW: Translation = {
  id: 'en',
  catalog: { clarify: { question: 'Pardon?' }, rating: { roomAsk: 'From {low}.', thanks: 'Thanks.' } },
  shipped: { clarify: { question: 'What?' }, rating: { roomAsk: 'From {low}.', thanks: 'Thanks.' } },
}
const NONE: Drafts = new Map()
const lineOf = (drafts: Drafts, key: string, row = ROW): Line => {
  const line = listLines(row, drafts).find((other) => other.key === key)
  if (!line) throw new Error(`no ${key}`)
  return line
}
const type = (drafts: Drafts, key: string, text: string, row = ROW) =>
  typeText(drafts, lineOf(drafts, key, row), text)
/** As it is once somebody else has saved. */
const saveTheirs = (key: string, text: string): Translation => ({
  ...ROW,
  catalog: replaceTexts(ROW.catalog, new Map([[key, text]])),
})

describe('what is typed', () => {
  it('is unsaved, and no more once it is what was there', () => {
    const typed = type(NONE, 'rating.thanks', 'Ta.')
    expect(lineOf(typed, 'rating.thanks')).toMatchObject({ text: 'Ta.', isUnsaved: true, isChanged: true })
    expect(lineOf(typed, 'clarify.question')).toMatchObject({ isUnsaved: false, isChanged: true })
    expect(type(typed, 'rating.thanks', 'Thanks.').size).toBe(0)
  })

  it('is checked against the shipped text, where there is one', () => {
    const typed = type(NONE, 'rating.roomAsk', 'From?')
    expect(lineOf(typed, 'rating.roomAsk').problem).toContain('{low} is missing')
    const bare = lineOf(typed, 'rating.roomAsk', { ...ROW, shipped: null })
    expect(bare).toMatchObject({ problem: null, shipped: null, isChanged: true })
    // What was saved before is not found fault with.
    const odd = { ...ROW, catalog: { rating: { roomAsk: 'From?' } } }
    expect(lineOf(NONE, 'rating.roomAsk', odd).problem).toBeNull()
  })

  it('stands beside what somebody else has saved meanwhile, until one is chosen', () => {
    const typed = type(type(NONE, 'rating.thanks', 'Mine'), 'clarify.question', 'Eh?')
    const row = saveTheirs('rating.thanks', 'Theirs')
    const line = lineOf(typed, 'rating.thanks', row)
    expect(line).toMatchObject({ text: 'Mine', saved: 'Theirs', isContested: true })
    expect(lineOf(typed, 'clarify.question', row).isContested).toBe(false)
    // Typing on is no choice.
    expect(lineOf(typeText(typed, line, 'Mine!'), 'rating.thanks', row).isContested).toBe(true)
    const kept = lineOf(keepMine(typed, line), 'rating.thanks', row)
    expect(kept).toMatchObject({ text: 'Mine', isContested: false, isUnsaved: true })
    expect(lineOf(typeText(typed, line, 'Theirs'), 'rating.thanks', row).isUnsaved).toBe(false)
    // Both made the same of it.
    const same = lineOf(type(NONE, 'rating.thanks', 'Theirs'), 'rating.thanks', row)
    expect(same).toMatchObject({ isContested: false, isUnsaved: false })
  })

  it('is let go of once it is saved, and what was typed on meanwhile is not', () => {
    const typed = type(type(NONE, 'rating.thanks', 'A'), 'clarify.question', 'B')
    const on = type(typed, 'clarify.question', 'B, on')
    const left = dropSaved(on, [
      ['rating.thanks', 'A'],
      ['clarify.question', 'B'],
    ])
    expect([...left]).toEqual([['clarify.question', { text: 'B, on', base: 'B' }]])
    expect(lineOf(left, 'clarify.question', saveTheirs('clarify.question', 'B')).isContested).toBe(false)
  })

  it('goes back to what was shipped, all of it', () => {
    const typed = type(NONE, 'rating.thanks', 'A')
    expect([...restoreAll(typed, listLines(ROW, typed))]).toEqual([
      ['clarify.question', { text: 'What?', base: 'Pardon?' }],
    ])
    const bare = { ...ROW, shipped: null }
    expect(restoreAll(typed, listLines(bare, typed))).toBe(typed)
  })
})

describe('the texts on the screen', () => {
  const keysOf = (lines: readonly Line[]) => lines.map(({ key }) => key)
  it('are found by key and text, and by being changed', () => {
    const lines = listLines(ROW, NONE)
    const find = (search: string, onlyChanged = false) => keysOf(filterLines(lines, { search, onlyChanged }))
    expect(find('THÄNKS')).toEqual(['rating.thanks'])
    expect(find('rating from')).toEqual(['rating.roomAsk'])
    expect(find('', true)).toEqual(['clarify.question'])
    expect(find('thanks', true)).toEqual([])
  })

  it('stand by the first part of their keys, with names', () => {
    const groups = groupLines(listLines(ROW, NONE))
    expect(groups.map(([name, lines]) => [name, lines.length])).toEqual([
      ['clarify', 1],
      ['rating', 2],
    ])
    expect([nameKey('campaign'), nameKey('roomUpgrade.ask')]).toEqual(['Campaign', 'Room upgrade › Ask'])
  })
})
