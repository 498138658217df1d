import { describe, expect, it } from 'vitest'
import { createStore } from '#src/lib/store.ts'
import type { ListDefinition } from '#src/ui/list/declare-list.ts'
import { EditForm } from '#src/ui/list/form/edit-form.tsx'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { ANSWERS, makeAnswer, type Answer } from './answers.ts'
import { createBench } from './bench.ts'
import { drawStill } from './draw-still.tsx'

const FOUR_MINUTES = 240_000
const rows = [makeAnswer('1', { uses: 3 }), makeAnswer('2', { undeletable: true })]

function draw(
  fields: Partial<ListSource<Answer>> = {},
  definition: ListDefinition<Answer> = ANSWERS,
): string {
  const source = { ...createBench(rows).source, ...fields }
  const unsaved = createStore(false)
  return drawStill(
    <ListScreen definition={definition} source={source} unsaved={unsaved} navigate={() => undefined} />,
  )
}

function drawForm(
  id: string,
  fields: Partial<ListSource<Answer>> = {},
  definition: ListDefinition<Answer> = ANSWERS,
): string {
  const source = { ...createBench(rows).source, ...fields }
  const unsaved = createStore(false)
  return drawStill(
    <EditForm definition={definition} source={source} id={id} unsaved={unsaved} onBack={() => undefined} />,
  )
}

const readNames = (html: string, part: string) =>
  [...html.matchAll(new RegExp(`<${part}[^>]*aria-label="([^"]*)"`, 'g'))].map(([, name]) => name)
const readHeadings = (html: string) =>
  [...html.matchAll(/role="columnheader"[^>]*>(?:<(?:button|span)[^>]*>)*([^<]*)</g)].map(
    ([, words]) => words,
  )
const readLabels = (html: string) =>
  [...html.matchAll(/<label for="[^"]*">(.*?)<\/label>/g)].map(([, words]) => words?.replace(/<[^>]*>/g, ''))
const findExport = (html: string) => /<button[^>]*>(?:<svg.*?<\/svg>)?<span>Export CSV</.exec(html)?.[0]
const findButton = (html: string, words: string) => new RegExp(`<button[^>]*>${words}<`).exec(html)?.[0]
/** The control of this name, without what is in it. */
const findControl = (html: string, name: string) =>
  [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(`aria-label="${name}"`))

describe('a list’s screen', () => {
  it('has its headings in their order, and a name for every control', () => {
    const html = draw()
    expect(readHeadings(html)).toEqual([
      '',
      'Label',
      'Response',
      'Uses',
      'Secret',
      'ENABLED',
      'DELETE',
      'State',
    ])
    expect(readNames(html, 'input')).toEqual([
      'Search answers...',
      'Choose all',
      'Choose all',
      'Choose Label 1',
      'Label of Label 1',
      'Uses of Label 1',
      'Enabled of Label 1',
    ])
    expect(readNames(html, 'button')).toEqual(['Delete Label 1'])
  })

  it('has no field for a password: in place, a browser that fills one would change it', () => {
    const html = draw()
    expect(findControl(html, 'Secret of Label 1')).toBeUndefined()
    expect(html).toContain('>Set</span>')
  })

  it('gives a row that is nobody’s to change no box, no field and no button', () => {
    const [, second = ''] = draw().split('data-id="2"')
    expect(second).toContain('Label 2')
    expect(second).not.toMatch(/<(input|textarea|button|a) /)
  })

  it('gives a row that is kept its fields and the reason, without a box and a button', () => {
    const html = draw(
      {},
      { ...ANSWERS, explainKept: ({ id }) => (id === '1' ? 'The last of its kind.' : null) },
    )
    const [, first = ''] = (html.split('data-id="2"')[0] ?? '').split('data-id="1"')
    expect(readNames(first, 'input')).toContain('Label of Label 1')
    expect(first).toContain('The last of its kind.')
    expect(findControl(first, 'Choose Label 1')).toBeUndefined()
    expect(findControl(first, 'Delete Label 1')).toBeUndefined()
  })

  it('shows as words what may not be changed in this row', () => {
    const columns = ANSWERS.columns.map((column) =>
      column.key === 'uses' ? { ...column, canChange: ({ id }: Answer) => id !== '1' } : column,
    )
    const html = draw({}, { ...ANSWERS, columns })
    expect(findControl(html, 'Uses of Label 1')).toBeUndefined()
    expect(findControl(html, 'Label of Label 1')).toBeDefined()
  })

  it('links to the edit page where nothing is edited in place, and to where it says', () => {
    const columns = ANSWERS.columns.map((column) => ({ ...column, canEdit: 'form' as const }))
    const html = draw({}, { ...ANSWERS, columns, isUrlDriven: true, hasDelete: false, hasAddBlock: false })
    expect(readHeadings(html)).toEqual(['Label', 'Response', 'Uses', 'Secret', 'EDIT', 'State'])
    expect(html).toContain('<a href="/config/answers/edit/1" aria-label="Edit Label 1"')
    expect(html).not.toContain('<form')
  })

  it('marks what is optional, and adds nothing before the required is filled', () => {
    const html = draw()
    expect(readLabels(html)).toEqual(['Label', 'Response', 'Uses * Optional', 'Secret * Optional', 'Enabled'])
    expect(findButton(html, 'Add answer')).toContain('disabled=""')
  })

  it('offline: everything can be read, nothing written, with the reason and from when it is', () => {
    const html = draw({ readOnly: 'You are offline.', asOf: Date.now() - FOUR_MINUTES })
    expect(html.replace(/<[^>]*>/g, '')).toContain(
      'You are offline. Nothing can be changed until that is over. What you see is as of 4 min ago.',
    )
    expect(findControl(html, 'Delete Label 1')).toMatch(/title="You are offline." disabled=""/)
    expect(findControl(html, 'Label of Label 1')).toContain('readOnly=""')
    expect(findControl(html, 'Enabled of Label 1')).toContain('disabled=""')
  })

  it('could not be read again: the rows stay, with the reason and a way out', () => {
    const html = draw({ state: 'failed', problem: 'The server is down.' })
    expect(html).toContain('This could not be read again. The server is down.')
    expect(findButton(html, 'Try again')).toBeDefined()
    expect(html).toContain('Label of Label 1')
  })

  it.each<[string, Partial<ListSource<Answer>>, Partial<ListDefinition<Answer>>, string]>([
    [
      'failed',
      { rows: undefined, state: 'failed', problem: 'No answer.' },
      {},
      'The answers could not be read. No answer.',
    ],
    ['loading in words', { rows: undefined, state: 'loading' }, { loading: 'words' }, 'Loading...'],
    ['loading', { rows: undefined, state: 'loading' }, {}, 'Loading answers'],
    ['empty', { rows: [] }, {}, 'No answers yet.'],
    ['empty in its own words', { rows: [] }, { empty: 'Nothing saved.' }, 'Nothing saved.'],
  ])('%s', (_, fields, flags, words) => {
    expect(draw(fields, { ...ANSWERS, ...flags })).toContain(words)
  })

  it('shows the beginning of a long text, and the rest where it is asked for', () => {
    const html = draw({ rows: [makeAnswer('1', { undeletable: true, answer: `${'x'.repeat(280)}END` })] })
    expect(html).toContain(`${'x'.repeat(280)}…`)
    expect(html).not.toContain('END')
    expect(findButton(html, 'More')).toContain('aria-expanded="false"')
  })

  it('draws a screenful of ten thousand', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => makeAnswer(String(index)))
    const html = draw({ rows: many })
    expect(html).toContain('aria-rowcount="10001"')
    const drawn = html.match(/data-id=/g)?.length ?? 0
    expect([drawn > 5, drawn < 60]).toEqual([true, true])
  })

  it('draws the beginning of a long list; all of it can be chosen, exported and counted once it is there', () => {
    const first = Array.from({ length: 60 }, (_, index) => makeAnswer(String(index)))
    const html = draw({ rows: undefined, beginning: first, state: 'loading' })
    expect(html).toContain('data-id="0"')
    expect(html).not.toContain('60 answers')
    expect(html).toMatch(/<input[^>]*aria-label="Choose all"[^>]*disabled/)
    expect(findExport(html)).toContain('disabled=""')
    const whole = draw({ rows: first })
    expect(whole).toContain('60 answers')
    expect(findExport(whole)).not.toContain('disabled=""')
  })
})

describe('the page of one row', () => {
  it('has the same fields, filled in, with Save and Back', () => {
    const html = drawForm('1')
    expect(html).toContain('<h1>Edit answer: Label 1</h1>')
    expect(readLabels(html)).toEqual(['Label', 'Response', 'Uses * Optional', 'Secret * Optional', 'Enabled'])
    expect(html).toMatch(/value="Label 1"/)
    expect(findButton(html, 'Save')).toContain('disabled=""')
    expect(findButton(html, 'Back')).toBeDefined()
  })

  it('lets nobody change what may not be changed in this row', () => {
    const columns = ANSWERS.columns.map((column) => ({ ...column, canChange: () => column.key !== 'label' }))
    const html = drawStill(
      <EditForm
        definition={{ ...ANSWERS, columns }}
        source={createBench(rows).source}
        id="1"
        unsaved={createStore(false)}
        onBack={() => undefined}
      />,
    )
    expect(/<input[^>]*name="label"[^>]*>/.exec(html)?.[0]).toContain('readOnly=""')
    expect(/<input[^>]*name="uses"[^>]*>/.exec(html)?.[0]).not.toContain('readOnly=""')
  })

  it('shows nobody a password, only that there is one', () => {
    expect(drawForm('1')).toMatch(/placeholder="Set. Type a new one"[^>]* name="secret" value=""/)
  })

  it('offers to take away a password that may be there, where its column says so', () => {
    const drawKept = (kept: boolean | undefined, canRemove: boolean) => {
      const columns = ANSWERS.columns.map((column) => ({ ...column, canRemove, read: () => kept }))
      return findControl(drawForm('1', {}, { ...ANSWERS, columns }), 'Remove Secret') !== undefined
    }
    expect([drawKept(true, true), drawKept(undefined, true)]).toEqual([true, true])
    expect([drawKept(false, true), drawKept(true, false)]).toEqual([false, false])
  })

  it('does not claim to know of a password of which the environment says nothing', () => {
    const columns = ANSWERS.columns.map((column) => ({ ...column, read: () => undefined }))
    expect(drawForm('1', {}, { ...ANSWERS, columns })).toMatch(
      /placeholder="Type a new one"[^>]* name="secret"/,
    )
  })

  it('of a row that is nobody’s to change says so, and takes nothing', () => {
    const html = drawForm('2')
    expect(html).toContain('This answer can not be changed.')
    expect(/<input[^>]* name="label"[^>]*>/.exec(html)?.[0]).toContain('readOnly=""')
    expect(findButton(html, 'Save')).toContain('disabled=""')
  })

  it('of a row that is not there says so, and leads back', () => {
    expect(drawForm('9')).toContain('This answer is no longer there.')
    expect(drawForm('9', { rows: undefined, state: 'loading' })).toContain('Loading answers')
    expect(findButton(drawForm('9'), 'Back')).toBeDefined()
  })
})
