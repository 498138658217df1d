import { beforeEach, describe, expect, it } from 'vitest'
import { createAddForm, viewAddForm, type AddForm } from '#src/ui/list/form/add-form.ts'
import type { Column } from '#src/ui/list/declare-list.ts'
import { checkField } from '#src/ui/list/check-fields.ts'
import { readDefault } from '#src/ui/list/column-values.ts'
import { ANSWERS, makeAnswer, type Answer } from '../answers.ts'
import { createBench, settle, type Bench } from '../bench.ts'

const NOON = new Date(2026, 10, 21, 12, 5).getTime()
let bench: Bench
let form: AddForm
beforeEach(() => {
  bench = createBench([makeAnswer('1')])
  form = createAddForm({ read: bench.read, now: () => NOON, say: bench.say })
})

const isReady = () => Object.keys(view().problems).length === 0
const view = () => viewAddForm(bench.definition, form.state.get())
function fill(label: string, answer: string) {
  form.type('label', label)
  form.type('answer', answer)
}
const makeColumn = (fields: Partial<Column<Answer>>): Column<Answer> => ({
  key: 'x',
  header: 'X',
  kind: 'text',
  read: () => null,
  ...fields,
})

describe('the add block', () => {
  it('is ready once every required field is filled, and whitespace fills nothing', () => {
    expect(isReady()).toBe(false)
    fill('A', ' \n ')
    expect(isReady()).toBe(false)
    form.type('answer', 'B')
    expect([isReady(), view().errors]).toEqual([true, {}])
  })

  it('says what is wrong with a field that was filled in', () => {
    fill('A', 'B')
    form.type('uses', 'many')
    expect([isReady(), view().errors]).toEqual([false, { uses: 'Uses must be a number.' }])
  })

  it('creates with numbers as numbers; then the row is in the list and the form empty', async () => {
    fill(' A', 'B')
    form.type('uses', '3')
    expect(await form.submit()).toBe(true)
    expect(bench.calls[0]?.patch).toEqual({ label: ' A', answer: 'B', uses: 3, secret: '', isEnabled: false })
    expect(bench.source.rows?.map(({ label }) => label)).toEqual(['Label 1', ' A'])
    expect([view().values.label, view().isTouched]).toEqual(['', false])
  })

  it('says what was added until something else is typed', async () => {
    fill('A', 'B')
    await form.submit()
    expect(form.state.get().added).toEqual({ id: 'new-1', name: 'A' })
    form.type('label', 'C')
    expect(form.state.get().added).toBeNull()
  })

  it('stays folded or open whatever is added, and opens where there is something to be seen', async () => {
    expect(form.state.get().isOpen).toBe(false)
    form.fold(false)
    fill('A', 'B')
    await form.submit()
    form.reset()
    expect(form.state.get().isOpen).toBe(true)
    fill('C', 'D')
    form.fold(true)
    expect([form.state.get().isOpen, view().values.label]).toEqual([false, 'C'])
    bench.answers.push({ kind: 'refused', message: 'No.' })
    await form.submit()
    expect(form.state.get().isOpen).toBe(true)
  })

  it('keeps everything after a failure, with the environment’s words and the field they are about', async () => {
    bench.answers.push({ kind: 'refused', message: 'That label is taken.', field: 'label' })
    fill('A', 'B')
    expect(await form.submit()).toBe(false)
    expect([view().values, form.state.get()]).toMatchObject([
      { label: 'A', answer: 'B' },
      { problem: 'That label is taken.', problemField: 'label', isSending: false },
    ])
    form.type('label', 'C')
    expect(form.state.get().problemField).toBeNull()
    expect(await form.submit()).toBe(true)
  })

  it('sent by other means than its button it says what is missing', async () => {
    form.type('label', 'A')
    expect(await form.submit()).toBe(false)
    expect([form.state.get().problem, bench.calls]).toEqual(['Response is required.', []])
  })

  it('is sent once, and what is typed meanwhile is the next one’s', async () => {
    bench.isSlow = true
    fill('A', 'B')
    const sent = form.submit()
    expect(await form.submit()).toBe(false)
    form.type('label', 'Next')
    bench.isSlow = false
    await bench.release()
    expect(await sent).toBe(true)
    expect([bench.calls.length, view().values.label, view().values.answer]).toEqual([1, 'Next', ''])
  })

  it('sends nothing while nothing can be written, and loses nothing', async () => {
    bench.source = { ...bench.source, readOnly: 'Offline.' }
    fill('A', 'B')
    expect(await form.submit()).toBe(false)
    await settle()
    expect([bench.calls, view().values.label]).toEqual([[], 'A'])
  })

  it('can begin with what was typed for a row that is gone', () => {
    form.fill({ label: 'Mine' })
    expect([view().values.label, view().isTouched]).toEqual(['Mine', true])
    form.reset()
    expect(view().isTouched).toBe(false)
  })

  it('neither shows nor sends a field that does not concern it', async () => {
    const [label] = ANSWERS.columns
    if (!label) throw new Error('no column')
    const hidden = makeColumn({
      key: 'fbid',
      isRequired: true,
      canEdit: 'form',
      isShown: ({ label: name }) => name === 'facebooklogin',
    })
    bench = createBench([], { ...ANSWERS, columns: [label, hidden] })
    form = createAddForm({ read: bench.read, now: () => NOON })
    form.type('label', 'facebooklogin')
    expect([view().columns.map(({ key }) => key), isReady()]).toEqual([['label', 'fbid', 'isEnabled'], false])
    form.type('fbid', '7')
    form.type('label', 'Ana')
    await form.submit()
    expect(bench.calls[0]?.patch).toEqual({ label: 'Ana', isEnabled: false })
  })
})

describe('a new item’s values (specification section 5)', () => {
  it.each<[Partial<Column<Answer>>, unknown]>([
    [{ kind: 'select', options: [{ value: 'b', label: 'B' }] }, 'b'],
    [{ kind: 'select' }, ''],
    [{ kind: 'toggle' }, false],
    [{ kind: 'time' }, '12:05'],
    [{ kind: 'text' }, ''],
    [{ kind: 'toggle', initial: true }, true],
  ])('%j begins with %j', (fields, value) => {
    expect(readDefault(makeColumn(fields), NOON)).toBe(value)
  })

  it('a choice that is no longer offered is refused, and checked only once the choices are there', () => {
    const column = makeColumn({ kind: 'select', header: 'Department' })
    expect(checkField(column, 'gone', {})).toBeNull()
    expect(checkField({ ...column, options: [{ value: 'a', label: 'A' }] }, 'gone', {})).toBe(
      'Department: what was chosen is no longer there.',
    )
  })

  it('a rule sees the other fields', () => {
    const end = makeColumn({
      kind: 'time',
      validate: (value, { start }) => (value === start ? 'A shift needs some time.' : null),
    })
    expect(checkField(end, '08:00', { start: '08:00' })).toBe('A shift needs some time.')
    expect(checkField(end, '09:00', { start: '08:00' })).toBeNull()
  })
})
