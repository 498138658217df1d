import { beforeEach, describe, expect, it } from 'vitest'
import { createStore, type Store } from '#src/lib/store.ts'
import type { FieldValues } from '#src/ui/list/field-values.ts'
import { createListController, type ListController } from '#src/ui/list/list-controller.ts'
import { listHidden } from '#src/ui/list/edits/removals.ts'
import { makeAnswer, type Answer } from './answers.ts'
import { createBench, createManualTimers, settle, type Bench, type ManualTimers } from './bench.ts'

let bench: Bench
let timers: ManualTimers
let unsaved: Store<boolean>
let controller: ListController<Answer>
const row = makeAnswer('1')
beforeEach(() => {
  bench = createBench([row, makeAnswer('2')])
  timers = createManualTimers()
  unsaved = createStore(false)
  controller = createListController({
    read: bench.read,
    clock: { now: () => 0 },
    timers,
    unsaved,
    isManual: false,
  })
})

describe('what would be lost with a screen', () => {
  it('is what is typed in a row until it is saved', async () => {
    controller.edits.type(row, 'label', 'A')
    expect(unsaved.get()).toBe(true)
    await timers.pass(500)
    expect(unsaved.get()).toBe(false)
  })

  it('is a refused value, until it is undone', async () => {
    bench.answers.push({ kind: 'refused', message: 'No.' })
    controller.edits.type(row, 'label', 'A')
    await timers.pass(10_000)
    expect(unsaved.get()).toBe(true)
    controller.edits.undo('1')
    expect(unsaved.get()).toBe(false)
  })

  it('is what was begun in the add block, and not its defaults', async () => {
    controller.add.type('label', '')
    expect(unsaved.get()).toBe(false)
    controller.add.type('label', 'A')
    expect(unsaved.get()).toBe(true)
    controller.add.type('answer', 'B')
    await controller.add.submit()
    expect(unsaved.get()).toBe(false)
  })

  it('is a deletion of many that is on its way, and not one that can be undone', async () => {
    controller.remove(row)
    expect(unsaved.get()).toBe(false)
    bench.isSlow = true
    const run = controller.bulk.start([makeAnswer('2')])
    expect(unsaved.get()).toBe(true)
    bench.isSlow = false
    await bench.release()
    await run
    expect(unsaved.get()).toBe(false)
  })
})

describe('a row that is deleted while something is typed in it', () => {
  it('is not saved meanwhile; taken back, it is saved', async () => {
    controller.edits.type(row, 'label', 'A')
    controller.remove(row)
    await timers.pass(5_000)
    expect([bench.calls, [...listHidden(controller.removals.removals.get())]]).toEqual([[], ['1']])
    controller.removals.undo('1')
    await timers.pass(500)
    expect(bench.find('1')?.label).toBe('A')
  })

  it('refused to go, it is back with what was typed', async () => {
    bench.answers.push({ kind: 'refused', message: 'In use.' })
    controller.edits.type(row, 'label', 'A')
    controller.remove(row)
    await timers.pass(6_500)
    expect(bench.calls.map(({ call }) => call)).toEqual(['remove', 'update'])
    expect(bench.find('1')?.label).toBe('A')
  })

  it('gone, nothing is left of it', async () => {
    controller.edits.type(row, 'label', 'A')
    controller.remove(row)
    await timers.pass(6_000)
    bench.poll()
    controller.observe()
    await timers.pass(10_000)
    expect([controller.edits.edits.get().size, unsaved.get()]).toEqual([0, false])
    expect(bench.calls.map(({ call }) => call)).toEqual(['remove'])
  })
})

describe('a row that is deleted with many while something is typed in it', () => {
  it('is nobody else’s deletion', async () => {
    controller.edits.type(row, 'label', 'A')
    await controller.bulk.start([row])
    bench.poll()
    controller.observe()
    expect([controller.edits.edits.get().size, bench.calls.length]).toEqual([0, 1])
  })

  it('not deleted, it is saved after all', async () => {
    bench.answers.push({ kind: 'refused', message: 'In use.' })
    controller.edits.type(row, 'label', 'A')
    await controller.bulk.start([row])
    await timers.pass(500)
    expect(bench.find('1')?.label).toBe('A')
  })
})

it('leaving sends what waits: an edit within its pause, and deletions within their time', async () => {
  controller.edits.type(row, 'label', 'A')
  controller.remove(makeAnswer('2'))
  controller.leave(true)
  await settle()
  expect(bench.calls).toEqual([
    { call: 'update', id: '1', patch: { label: 'A' }, isLeaving: true },
    { call: 'remove', id: '2', isLeaving: true },
  ])
})

it('the same words twice are read out twice', () => {
  controller.say('Copied.')
  const first = controller.said.get()
  controller.say('Copied.')
  expect(controller.said.get()).not.toBe(first)
  expect(controller.said.get().trim()).toBe('Copied.')
})

describe('what is asked before it is done', () => {
  const question = { title: 'Sure?', words: 'You are about to lose it.', confirmLabel: 'Lose it' }

  it('a row is deleted after a yes, and only where its list asks', async () => {
    bench.definition = { ...bench.definition, askRemoval: ({ id }) => (id === '1' ? question : null) }
    let hidden = 0
    controller.remove(row, () => (hidden += 1))
    expect(controller.asked.get()?.question).toEqual(question)
    expect([hidden, listHidden(controller.removals.removals.get()).size]).toEqual([0, 0])
    controller.asked.get()?.proceed()
    expect([hidden, listHidden(controller.removals.removals.get()).has('1')]).toEqual([1, true])
    controller.asked.set(null)
    controller.remove(makeAnswer('2'))
    expect(controller.asked.get()).toBeNull()
    expect(listHidden(controller.removals.removals.get()).has('2')).toBe(true)
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
    controller.type(row, 'label', 'A')
    controller.asked.set(null)
    await timers.pass(10_000)
    expect([bench.calls.length, controller.edits.edits.get().size]).toEqual([0, 0])
    controller.type(row, 'label', 'A')
    controller.asked.get()?.proceed()
    await timers.pass(500)
    expect(bench.find('1')?.label).toBe('A')
    controller.asked.set(null)
    controller.type(row, 'label', 'B')
    expect(controller.asked.get()).toBeNull()
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
    controller.type(row, 'label', 'A')
    expect(controller.asked.get()?.question).toEqual(question)
    controller.asked.get()?.proceed()
    await timers.pass(500)
    expect(bench.find('1')).toMatchObject({ label: 'A', answer: 'of A' })

    controller.asked.set(null)
    controller.typeNew('label', 'B')
    expect(controller.asked.get()).toBeNull()
    expect(controller.add.state.get().touched).toEqual({ label: 'B', answer: 'of B' })
    controller.typeNew('label', 'C')
    expect(controller.add.state.get().touched).toMatchObject({ label: 'B' })
    controller.asked.get()?.proceed()
    expect(controller.add.state.get().touched).toEqual({ label: 'C', answer: 'of C' })
  })
})
