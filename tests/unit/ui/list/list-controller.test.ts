import { beforeEach, describe, expect, it } from 'vitest'
import { createStore, type Store } from '#src/lib/store.ts'
import type { FieldValues } from '#src/ui/list/field-values.ts'
import { createListDesk, type ListDesk } from '#src/ui/list/list-controller.ts'
import { listHidden } from '#src/ui/list/edits/removals.ts'
import { makeAnswer, type Answer } from './answers.ts'
import { createBench, createManualTimers, settle, type Bench, type ManualTimers } from './bench.ts'

let bench: Bench
let timers: ManualTimers
let unsaved: Store<boolean>
let desk: ListDesk<Answer>
const row = makeAnswer('1')
beforeEach(() => {
  bench = createBench([row, makeAnswer('2')])
  timers = createManualTimers()
  unsaved = createStore(false)
  desk = createListDesk({ read: bench.read, clock: { now: () => 0 }, timers, unsaved, isManual: false })
})

describe('what would be lost with a screen', () => {
  it('is what is typed in a row until it is saved', async () => {
    desk.edits.type(row, 'label', 'A')
    expect(unsaved.get()).toBe(true)
    await timers.pass(500)
    expect(unsaved.get()).toBe(false)
  })

  it('is a refused value, until it is undone', async () => {
    bench.answers.push({ kind: 'refused', message: 'No.' })
    desk.edits.type(row, 'label', 'A')
    await timers.pass(10_000)
    expect(unsaved.get()).toBe(true)
    desk.edits.undo('1')
    expect(unsaved.get()).toBe(false)
  })

  it('is what was begun in the add block, and not its defaults', async () => {
    desk.add.type('label', '')
    expect(unsaved.get()).toBe(false)
    desk.add.type('label', 'A')
    expect(unsaved.get()).toBe(true)
    desk.add.type('answer', 'B')
    await desk.add.submit()
    expect(unsaved.get()).toBe(false)
  })

  it('is a deletion of many that is on its way, and not one that can be undone', async () => {
    desk.remove(row)
    expect(unsaved.get()).toBe(false)
    bench.isSlow = true
    const run = desk.bulk.start([makeAnswer('2')])
    expect(unsaved.get()).toBe(true)
    bench.isSlow = false
    await bench.release()
    await run
    expect(unsaved.get()).toBe(false)
  })
})

describe('a row that is deleted while something is typed in it', () => {
  it('is not saved meanwhile; taken back, it is saved', async () => {
    desk.edits.type(row, 'label', 'A')
    desk.remove(row)
    await timers.pass(5_000)
    expect([bench.calls, [...listHidden(desk.removals.removals.get())]]).toEqual([[], ['1']])
    desk.removals.undo('1')
    await timers.pass(500)
    expect(bench.find('1')?.label).toBe('A')
  })

  it('refused to go, it is back with what was typed', async () => {
    bench.answers.push({ kind: 'refused', message: 'In use.' })
    desk.edits.type(row, 'label', 'A')
    desk.remove(row)
    await timers.pass(6_500)
    expect(bench.calls.map(({ call }) => call)).toEqual(['remove', 'update'])
    expect(bench.find('1')?.label).toBe('A')
  })

  it('gone, nothing is left of it', async () => {
    desk.edits.type(row, 'label', 'A')
    desk.remove(row)
    await timers.pass(6_000)
    bench.poll()
    desk.observe()
    await timers.pass(10_000)
    expect([desk.edits.edits.get().size, unsaved.get()]).toEqual([0, false])
    expect(bench.calls.map(({ call }) => call)).toEqual(['remove'])
  })
})

describe('a row that is deleted with many while something is typed in it', () => {
  it('is nobody else’s deletion', async () => {
    desk.edits.type(row, 'label', 'A')
    await desk.bulk.start([row])
    bench.poll()
    desk.observe()
    expect([desk.edits.edits.get().size, bench.calls.length]).toEqual([0, 1])
  })

  it('not deleted, it is saved after all', async () => {
    bench.answers.push({ kind: 'refused', message: 'In use.' })
    desk.edits.type(row, 'label', 'A')
    await desk.bulk.start([row])
    await timers.pass(500)
    expect(bench.find('1')?.label).toBe('A')
  })
})

it('leaving sends what waits: an edit within its pause, and deletions within their time', async () => {
  desk.edits.type(row, 'label', 'A')
  desk.remove(makeAnswer('2'))
  desk.leave(true)
  await settle()
  expect(bench.calls).toEqual([
    { call: 'update', id: '1', patch: { label: 'A' }, isLeaving: true },
    { call: 'remove', id: '2', isLeaving: true },
  ])
})

it('the same words twice are read out twice', () => {
  desk.say('Copied.')
  const first = desk.said.get()
  desk.say('Copied.')
  expect(desk.said.get()).not.toBe(first)
  expect(desk.said.get().trim()).toBe('Copied.')
})

describe('what is asked before it is done', () => {
  const question = { title: 'Sure?', words: 'You are about to lose it.', confirmLabel: 'Lose it' }

  it('a row is deleted after a yes, and only where its list asks', async () => {
    bench.definition = { ...bench.definition, askRemoval: ({ id }) => (id === '1' ? question : null) }
    let hidden = 0
    desk.remove(row, () => (hidden += 1))
    expect(desk.asked.get()?.question).toEqual(question)
    expect([hidden, listHidden(desk.removals.removals.get()).size]).toEqual([0, 0])
    desk.asked.get()?.proceed()
    expect([hidden, listHidden(desk.removals.removals.get()).has('1')]).toEqual([1, true])
    desk.asked.set(null)
    desk.remove(makeAnswer('2'))
    expect(desk.asked.get()).toBeNull()
    expect(listHidden(desk.removals.removals.get()).has('2')).toBe(true)
    await timers.pass(6_000)
    expect(bench.calls.map(({ call, id }) => [call, id])).toEqual([
      ['remove', '1'],
      ['remove', '2'],
    ])
  })

  it('a choice is taken after a yes, and a no leaves the row as it was', async () => {
    const columns = bench.definition.columns.map((column) =>
      column.key === 'label'
        ? { ...column, ask: (value: unknown) => (value === 'A' ? question : null) }
        : column,
    )
    bench.definition = { ...bench.definition, columns }
    desk.type(row, 'label', 'A')
    desk.asked.set(null)
    await timers.pass(10_000)
    expect([bench.calls.length, desk.edits.edits.get().size]).toEqual([0, 0])
    desk.type(row, 'label', 'A')
    desk.asked.get()?.proceed()
    await timers.pass(500)
    expect(bench.find('1')?.label).toBe('A')
    desk.asked.set(null)
    desk.type(row, 'label', 'B')
    expect(desk.asked.get()).toBeNull()
  })

  it('what follows from a choice comes with it, in a row and in the form of a new one, after the same yes', async () => {
    const columns = bench.definition.columns.map((column) =>
      column.key === 'label'
        ? {
            ...column,
            follow: (value: unknown) => ({ answer: `of ${String(value)}` }),
            ask: (_: unknown, { values }: { values: FieldValues }) => (values['answer'] ? question : null),
          }
        : column,
    )
    bench.definition = { ...bench.definition, columns }
    desk.type(row, 'label', 'A')
    expect(desk.asked.get()?.question).toEqual(question)
    desk.asked.get()?.proceed()
    await timers.pass(500)
    expect(bench.find('1')).toMatchObject({ label: 'A', answer: 'of A' })

    desk.asked.set(null)
    desk.typeNew('label', 'B')
    expect(desk.asked.get()).toBeNull()
    expect(desk.add.state.get().touched).toEqual({ label: 'B', answer: 'of B' })
    desk.typeNew('label', 'C')
    expect(desk.add.state.get().touched).toMatchObject({ label: 'B' })
    desk.asked.get()?.proceed()
    expect(desk.add.state.get().touched).toEqual({ label: 'C', answer: 'of C' })
  })
})
