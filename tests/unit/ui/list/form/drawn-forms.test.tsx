import { describe, expect, it } from 'vitest'
import { createStore } from '#src/lib/store.ts'
import { AddPage } from '#src/ui/list/form/add-page.tsx'
import { Field } from '#src/ui/list/form/field.tsx'
import type { Column, ListDefinition } from '#src/ui/list/declare-list.ts'
import { describeTyped } from '#src/ui/list/describe-value.ts'
import { isSameTyped, readRecords, readTexts } from '#src/ui/list/field-values.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { findFormErrors } from '#src/ui/list/edits/row-edit.ts'
import { findNext } from '#src/ui/tabs.tsx'
import { ANSWERS, makeAnswer, type Answer } from '../answers.ts'
import { createBench } from '../bench.ts'
import { drawStill } from '../draw-still.tsx'

const rows = [makeAnswer('1')]

function drawAdd(definition: ListDefinition<Answer>, fields: Partial<ListSource<Answer>> = {}): string {
  return drawStill(
    <AddPage
      definition={definition}
      source={{ ...createBench(rows).source, ...fields }}
      unsaved={createStore(false)}
      onBack={() => undefined}
      onAdded={() => undefined}
    />,
  )
}

describe('a field', () => {
  const draw = (kind: Column<Answer>['kind']) =>
    drawStill(
      <Field
        column={{ key: 'part', header: 'Part', kind, isRequired: true, options: [], read: () => '' }}
        id="part"
        value=""
        isReadOnly={false}
        isInvalid
        describedBy="part-error"
        onChange={() => undefined}
      />,
    )

  it.each<Column<Answer>['kind']>(['text', 'number', 'time', 'multiline', 'select', 'password', 'toggle'])(
    'of kind %s says itself, not its frame, that it is wrong and why',
    (kind) => {
      const control = /<(?:input|textarea|select)[^>]*>/.exec(draw(kind))?.[0]
      expect(control).toContain('id="part"')
      expect(control).toContain('name="part"')
      expect(control).toContain('aria-invalid="true"')
      expect(control).toContain('aria-describedby="part-error"')
      expect(control).toContain('aria-required="true"')
      expect(draw(kind).match(/ id="part"/g)).toHaveLength(1)
    },
  )

  it('that is typed into runs in the direction of what is typed', () => {
    expect(/<input[^>]*>/.exec(draw('text'))?.[0]).toContain('dir="auto"')
    expect(/<textarea[^>]*>/.exec(draw('multiline'))?.[0]).toContain('dir="auto"')
  })
})

describe('the page of a new one', () => {
  it('has the fields of its form and the buttons’ own words; nothing is added before the required is filled', () => {
    const html = drawAdd({ ...ANSWERS, saveLabel: 'SAVE ANSWER', backLabel: 'BACK' })
    expect(html).toContain('<h1>Add answer</h1>')
    expect(html).toMatch(/name="label"/)
    expect(/<button[^>]*>SAVE ANSWER</.exec(html)?.[0]).toContain('disabled=""')
    expect(/<button[^>]*>BACK</.exec(html)?.[0]).not.toContain('disabled=""')
  })

  it('offline says why nothing can be added, and can be filled in all the same', () => {
    const html = drawAdd(ANSWERS, { readOnly: 'You are offline.' })
    expect(html).toContain('You are offline. Nothing can be changed until that is over.')
    expect(/<input[^>]*name="label"[^>]*>/.exec(html)?.[0]).not.toContain('readOnly')
  })

  it('gives a section all of its place, and marks nothing optional that says so itself', () => {
    const section: Column<Answer> = {
      key: 'parts',
      header: 'PARTS',
      kind: 'custom',
      canEdit: 'form',
      isSection: true,
      read: () => [],
      renderField: ({ label, values }) => <section aria-label={label}>{String(values['label'])}</section>,
    }
    const link: Column<Answer> = {
      key: 'link',
      header: 'OPTIONAL LINK',
      kind: 'text',
      canEdit: 'form',
      read: () => '',
    }
    const columns = [...ANSWERS.columns.map((column) => ({ ...column, initial: 'begun' })), section, link]
    const html = drawAdd({ ...ANSWERS, columns })
    expect(html).toContain('<section aria-label="PARTS">begun</section>')
    expect(html).not.toMatch(/<label[^>]*>PARTS/)
    expect(html).toMatch(/<label[^>]*><span>OPTIONAL LINK<\/span><\/label>/)
  })

  it('is led to by the list, whose add block it stands for', () => {
    const html = drawStill(
      <ListScreen
        definition={{ ...ANSWERS, addUrl: '/answers/add', addLabel: 'ADD NEW ANSWER' }}
        source={createBench(rows).source}
        unsaved={createStore(false)}
        navigate={() => undefined}
      />,
    )
    expect(html).toMatch(/<a href="\/answers\/add"[^>]*>ADD NEW ANSWER</)
    expect(html).not.toContain('<form')
  })
})

describe('a field that concerns a row only by what is typed', () => {
  const columns = ANSWERS.columns.map((column) =>
    column.key === 'answer' ? { ...column, isShown: ({ label = '' }) => label === 'told' } : column,
  )
  const base = makeAnswer('1', { answer: '' })

  it('is checked though nobody has touched it', () => {
    expect(findFormErrors(columns, { base, typed: { label: 'told' } })).toEqual({
      answer: 'Response is required.',
    })
  })

  it('is not where it has concerned the row before', () => {
    const told = { ...base, label: 'told' }
    expect(findFormErrors(columns, { base: told, typed: { uses: '3' } })).toEqual({})
    expect(findFormErrors(columns, { base, typed: { label: 'other' } })).toEqual({})
  })
})

describe('a field that holds several', () => {
  const records = [{ name: 'yes', response: 'Sure' }]
  const column: Column<Answer> = { key: 'parts', header: 'Parts', kind: 'custom', read: () => records }

  it('has them as texts or with parts, and none of the other', () => {
    expect([readTexts(['a', 'b']), readTexts(records), readTexts('a')]).toEqual([['a', 'b'], [], []])
    expect([readRecords(records), readRecords(['a']), readRecords(true)]).toEqual([records, [], []])
    expect(isSameTyped(records, [{ name: 'yes', response: 'Sure' }])).toBe(true)
  })

  it('is told in its own words', () => {
    const describe = () => 'yes: Sure'
    expect(describeTyped({ ...column, describe }, records)).toBe('yes: Sure')
  })
})

describe('tabs', () => {
  it.each([
    ['ArrowRight', 2, 0],
    ['ArrowLeft', 0, 2],
    ['Home', 1, 0],
    ['End', 1, 2],
    ['Enter', 1, null],
  ])('%s leads from %i to %s of three', (key, open, next) => {
    expect(findNext(key, open, 3)).toBe(next)
  })
})
