import { beforeEach, describe, expect, it } from 'vitest'
import { listDifferences, type RowEdits } from '#src/ui/list/edits/row-edit.ts'
import { createRowEdits } from '#src/ui/list/edits/row-edits.ts'
import { makeAnswer, type Answer } from '../answers.ts'
import { createBench, createManualTimers, settle, type Bench, type ManualTimers } from '../bench.ts'

let bench: Bench
let timers: ManualTimers
let edits: RowEdits<Answer>
beforeEach(() => {
  bench = createBench([makeAnswer('1')])
  timers = createManualTimers()
  edits = createRowEdits({ read: bench.read, timers, say: bench.say })
})

const row = (id = '1') => bench.source.rows?.find((other) => other.id === id) ?? makeAnswer(id)
const edit = (id = '1') => edits.edits.get().get(id)
const progress = (id = '1') => edit(id)?.progress.kind
const type = (key: string, value: string) => edits.type(row(), key, value)
const patches = () => bench.calls.map(({ patch }) => patch)
function poll() {
  bench.poll()
  edits.observe()
}

describe('a row that is read again', () => {
  it('overwrites neither what is typed nor a field that has the cursor', async () => {
    edits.begin(row())
    bench.change('1', { label: 'Theirs' })
    poll()
    expect(edit()?.base.label).toBe('Label 1')
    edits.end('1')
    expect(edit()).toBeUndefined()
    type('answer', 'Mine')
    bench.change('1', { label: 'Theirs again' })
    poll()
    expect(edit()).toMatchObject({ typed: { answer: 'Mine' }, base: { label: 'Theirs again' } })
    await timers.pass(500)
    expect(bench.find('1')).toMatchObject({ label: 'Theirs again', answer: 'Mine' })
  })

  it('with the same field changed by somebody else: nothing is sent before the user has decided', async () => {
    type('label', 'Mine')
    bench.change('1', { label: 'Theirs' })
    poll()
    await timers.pass(10_000)
    const open = edit()
    expect([bench.calls, open && listDifferences(bench.definition, open)]).toEqual([
      [],
      [{ key: 'label', header: 'Label', mine: 'Mine', theirs: 'Theirs' }],
    ])
    edits.decide('1', 'label', 'mine')
    await settle()
    expect(bench.find('1')?.label).toBe('Mine')
  })

  it('in the middle of a field, typed on afterwards: the other’s change is seen before anything is sent', async () => {
    edits.begin(row())
    const seen = row()
    bench.change('1', { label: 'Theirs' })
    poll()
    edits.type(seen, 'label', 'Mine')
    await timers.pass(500)
    expect([progress(), bench.calls]).toEqual(['changed', []])
  })

  it('no longer there while it is edited: said, and what was typed stays', async () => {
    type('label', 'Mine')
    bench.takeAway('1')
    poll()
    await timers.pass(10_000)
    expect([progress(), edit()?.typed, bench.calls]).toEqual(['gone', { label: 'Mine' }, []])
    expect(bench.said).toEqual(['Not saved: Label 1. Somebody else has deleted it meanwhile.'])
    edits.undo('1')
    expect(edit()).toBeUndefined()
  })

  it('no longer there with nothing typed is nobody’s loss', () => {
    edits.begin(row())
    bench.takeAway('1')
    poll()
    expect(edit()).toBeUndefined()
  })
})

describe('a row that is no longer in the part of the rows that is listed', () => {
  beforeEach(() => {
    bench.definition = { ...bench.definition, isPartial: true }
  })
  /** It is still there, and not among the rows. */
  const moveElsewhere = () => {
    bench.source = { ...bench.source, rows: [] }
    edits.observe()
  }

  it('is saved as if it were there', async () => {
    type('label', 'Mine')
    moveElsewhere()
    expect(progress()).toBe('waiting')
    await timers.pass(500)
    expect([progress(), bench.find('1')?.label]).toEqual(['saved', 'Mine'])
    moveElsewhere()
    await timers.pass(3_000)
    expect(edit()).toBeUndefined()
  })

  it('leaves with nothing typed once the cursor does', () => {
    edits.begin(row())
    moveElsewhere()
    expect(progress()).toBe('clean')
    edits.end('1')
    expect(edit()).toBeUndefined()
  })

  it('is gone only where its save says so', async () => {
    type('label', 'Mine')
    bench.takeAway('1')
    poll()
    expect(progress()).toBe('waiting')
    await timers.pass(500)
    expect([progress(), edit()?.typed]).toEqual(['gone', { label: 'Mine' }])
  })
})

describe('somebody else saved first', () => {
  it('another field: both are kept, without a question', async () => {
    type('label', 'Mine')
    bench.change('1', { answer: 'Theirs' })
    await timers.pass(500)
    expect(bench.find('1')).toMatchObject({ label: 'Mine', answer: 'Theirs' })
    expect(progress()).toBe('saved')
  })

  it('the same fields: told who and what, and decided one by one', async () => {
    type('label', 'Mine')
    type('answer', 'Mine too')
    type('uses', '3')
    bench.change('1', { label: 'Theirs', answer: 'Theirs too' })
    await timers.pass(500)
    expect(edit()?.progress).toMatchObject({ kind: 'changed', by: 'Maria', undecided: ['label', 'answer'] })
    expect(bench.said).toEqual(['Not saved: Label 1. Maria has changed it meanwhile.'])
    edits.decide('1', 'label', 'theirs')
    await settle()
    expect([bench.calls.length, progress()]).toEqual([1, 'changed'])
    edits.decide('1', 'answer', 'mine')
    await settle()
    expect(patches()[1]).toEqual({ answer: 'Mine too', uses: 3 })
    expect(bench.find('1')).toMatchObject({ label: 'Theirs', answer: 'Mine too', uses: 3 })
  })

  it('the same value: there is nothing left to save', async () => {
    type('label', 'Same')
    bench.change('1', { label: 'Same' })
    await timers.pass(500)
    expect([progress(), bench.calls.length]).toEqual(['saved', 1])
  })

  it('again after a decision: the decision was about something else', async () => {
    type('label', 'Mine')
    type('answer', 'Mine too')
    bench.change('1', { label: 'Theirs', answer: 'Theirs too' })
    poll()
    edits.decide('1', 'label', 'mine')
    bench.change('1', { label: 'Theirs again' })
    poll()
    expect(edit()?.progress).toMatchObject({ undecided: ['label', 'answer'] })
  })

  it('and again under every attempt: it stops and says so', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      bench.answers.push({ kind: 'changed', row: makeAnswer('1', { uses: turn + 1 }) })
    }
    type('label', 'Mine')
    await timers.pass(500)
    expect(edit()?.progress).toMatchObject({ kind: 'failed' })
    expect([bench.calls.length, edit()?.typed]).toEqual([4, { label: 'Mine' }])
  })

  it('gone: said by the save itself', async () => {
    type('label', 'Mine')
    bench.takeAway('1')
    await timers.pass(500)
    expect([progress(), edit()?.typed]).toEqual(['gone', { label: 'Mine' }])
  })
})
