import { beforeEach, describe, expect, it } from 'vitest'
import { listUndone } from '#src/ui/list/edits/describe-edit.ts'
import { copyTyped, isUnsaved, type RowEdits } from '#src/ui/list/edits/row-edit.ts'
import { createRowEdits } from '#src/ui/list/edits/row-edits.ts'
import { makeAnswer, type Answer } from '../answers.ts'
import { createBench, createManualTimers, settle, type Bench, type ManualTimers } from '../bench.ts'

let bench: Bench
let timers: ManualTimers
let edits: RowEdits<Answer>
beforeEach(() => {
  bench = createBench([makeAnswer('1'), makeAnswer('2', { undeletable: true })])
  timers = createManualTimers()
  edits = createRowEdits({ read: bench.read, timers, say: bench.say })
})

const row = (id = '1') => bench.source.rows?.find((other) => other.id === id) ?? makeAnswer(id)
const edit = (id = '1') => edits.edits.get().get(id)
const progress = (id = '1') => edit(id)?.progress.kind
const type = (key: string, value: string) => edits.type(row(), key, value)
const patches = () => bench.calls.map(({ patch }) => patch)

describe('an edit in place', () => {
  it('is saved 500 ms after the last change, once, with what was changed', async () => {
    type('label', 'A')
    await timers.pass(400)
    type('label', 'AB')
    await timers.pass(499)
    expect([bench.calls.length, progress()]).toEqual([0, 'waiting'])
    await timers.pass(1)
    expect(patches()).toEqual([{ label: 'AB' }])
    expect([progress(), bench.find('1')?.label]).toEqual(['saved', 'AB'])
    expect(bench.said).toEqual(['Saved: AB.'])
    await timers.pass(3_000)
    expect(edit()).toBeUndefined()
  })

  it('typed back to what it was is no change', async () => {
    type('label', 'A')
    type('label', 'Label 1')
    await timers.pass(1_000)
    expect([bench.calls.length, edit()]).toEqual([0, undefined])
  })

  it('goes as a number, and an emptied number as none', async () => {
    type('uses', ' 12 ')
    await timers.pass(500)
    type('uses', '')
    await timers.pass(500)
    expect(patches()).toEqual([{ uses: 12 }, { uses: null }])
  })

  it('made while a save runs is saved after it', async () => {
    bench.isSlow = true
    type('label', 'A')
    await timers.pass(500)
    expect(progress()).toBe('saving')
    type('label', 'AB')
    type('answer', 'More')
    await timers.pass(500)
    expect(bench.calls).toHaveLength(1)
    bench.isSlow = false
    await bench.release()
    expect(patches()).toEqual([{ label: 'A' }, { label: 'AB', answer: 'More' }])
    expect(bench.find('1')).toMatchObject({ label: 'AB', answer: 'More' })
  })

  it('made shortly before a save ends keeps its own pause', async () => {
    bench.isSlow = true
    type('label', 'A')
    await timers.pass(500)
    type('label', 'AB')
    bench.isSlow = false
    await bench.release()
    expect([bench.calls.length, progress()]).toEqual([1, 'waiting'])
    await timers.pass(500)
    expect(bench.find('1')?.label).toBe('AB')
  })

  it('taken back while its save runs ends as it was', async () => {
    bench.isSlow = true
    type('label', 'A')
    await timers.pass(500)
    edits.type(row(), 'label', 'Label 1')
    bench.isSlow = false
    await bench.release()
    await timers.pass(500)
    expect(bench.find('1')?.label).toBe('Label 1')
  })

  it('of a row that is nobody’s to change does nothing', async () => {
    edits.type(row('2'), 'label', 'A')
    await timers.pass(500)
    expect([edit('2'), bench.calls]).toEqual([undefined, []])
  })

  it.each([
    ['label', '   ', 'Label is required.'],
    ['label', 'x'.repeat(10_000), 'Label may have 20 characters; it has 10,000.'],
    ['uses', 'many', 'Uses must be a number.'],
    ['uses', '1e999', 'Uses must be a number.'],
    ['uses', '99999999999999999999', 'Uses is too large a number.'],
  ])('%s with %j is not sent, and says why', async (key, value, words) => {
    type(key, value)
    await timers.pass(500)
    expect(edit()?.progress).toEqual({ kind: 'invalid', errors: { [key]: words } })
    expect([bench.calls, edit()?.typed[key]]).toEqual([[], value])
    type(key, '7')
    await timers.pass(500)
    expect(bench.calls).toHaveLength(1)
  })
})

describe('a save that fails', () => {
  it('refused: what was typed stays with the reason, until it is undone', async () => {
    bench.answers.push({ kind: 'refused', message: 'Taken.', field: 'label' })
    type('label', 'A')
    await timers.pass(500)
    expect(edit()).toMatchObject({
      typed: { label: 'A' },
      progress: { kind: 'refused', message: 'Taken.', field: 'label' },
    })
    expect(bench.said).toEqual(['Not saved: Label 1. Taken.'])
    await timers.pass(10_000)
    expect(bench.calls).toHaveLength(1)
    edits.undo('1', 'label')
    expect(edit()).toBeUndefined()
  })

  it('undone where it was refused, the other fields are saved', async () => {
    bench.answers.push({ kind: 'refused', message: 'Taken.', field: 'label' })
    type('label', 'A')
    type('answer', 'B')
    await timers.pass(500)
    for (const key of listUndone(edit())) edits.undo('1', key)
    await timers.pass(500)
    expect(patches()).toEqual([{ label: 'A', answer: 'B' }, { answer: 'B' }])
  })

  it('refused while it was typed on: the newer value goes', async () => {
    bench.isSlow = true
    bench.answers.push({ kind: 'refused', message: 'Taken.' })
    type('label', 'A')
    await timers.pass(500)
    type('label', 'AB')
    bench.isSlow = false
    await bench.release()
    expect(progress()).toBe('waiting')
    await timers.pass(500)
    expect(bench.find('1')?.label).toBe('AB')
  })

  it.each([
    [{ kind: 'unreachable', message: 'No answer.' } as const, 'No answer.'],
    [new Error('boom'), 'Something went wrong here. Try again.'],
  ])('without an answer: kept, and sent again when it is asked for', async (answer, message) => {
    bench.answers.push(answer)
    type('label', 'A')
    await timers.pass(500)
    expect(edit()?.progress).toEqual({ kind: 'failed', message, isHeld: false })
    await edits.save('1')
    expect([progress(), bench.find('1')?.label]).toEqual(['saved', 'A'])
  })

  it('offline: nothing is called, and it goes by itself when something can be written again', async () => {
    bench.source = { ...bench.source, readOnly: 'Offline.' }
    type('label', 'A')
    await timers.pass(500)
    expect(edit()?.progress).toEqual({ kind: 'failed', message: 'Offline.', isHeld: true })
    edits.observe()
    expect(bench.calls).toEqual([])
    bench.source = { ...bench.source, readOnly: null }
    edits.observe()
    await settle()
    expect([progress(), bench.find('1')?.label]).toEqual(['saved', 'A'])
  })
})

describe('a form', () => {
  beforeEach(() => {
    edits = createRowEdits({ read: bench.read, timers, isManual: true, say: bench.say })
  })

  it('sends nothing by itself, and everything with its button, a password too', async () => {
    type('label', 'A')
    type('secret', 'hunter2')
    await timers.pass(10_000)
    expect([bench.calls, progress()]).toEqual([[], 'typed'])
    await edits.save('1')
    expect(patches()).toEqual([{ label: 'A', secret: 'hunter2' }])
    const saved = edit()
    expect(saved && isUnsaved(saved)).toBe(false)
  })

  it('sends a password where it is long enough, and lets nobody copy it', async () => {
    type('secret', 'abc')
    type('label', 'A')
    await edits.save('1')
    expect(edit()?.progress).toMatchObject({ errors: { secret: 'Secret needs 4 characters.' } })
    const typed = edit()
    expect(typed && copyTyped(bench.definition, typed)).toBe('Label: A')
    type('secret', 'abcd')
    await edits.save('1')
    expect(patches()).toEqual([{ label: 'A', secret: 'abcd' }])
  })

  it('merges what others saved in other fields, and asks about the same', async () => {
    type('label', 'A')
    bench.change('1', { answer: 'Theirs' })
    await edits.save('1')
    expect(bench.find('1')).toMatchObject({ label: 'A', answer: 'Theirs' })
    type('label', 'B')
    bench.change('1', { label: 'Theirs' })
    await edits.save('1')
    expect(progress()).toBe('changed')
    edits.decide('1', 'label', 'mine')
    await settle()
    expect([progress(), bench.find('1')?.label]).toEqual(['typed', 'Theirs'])
    await edits.save('1')
    expect(bench.find('1')?.label).toBe('B')
  })
})

it('what waits is sent when the screen goes, and not for a row that is being deleted', async () => {
  type('label', 'A')
  edits.hold('1')
  edits.flush(false)
  await timers.pass(1_000)
  expect(bench.calls).toEqual([])
  edits.resume('1')
  edits.flush(false)
  await settle()
  expect(bench.find('1')?.label).toBe('A')
})
