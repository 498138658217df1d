import { beforeEach, describe, expect, it } from 'vitest'
import { createRemovals, listHidden, type Removals } from '#src/ui/list/edits/removals.ts'
import { makeAnswer, type Answer } from '../answers.ts'
import { createBench, createManualTimers, settle, type Bench, type ManualTimers } from '../bench.ts'

let bench: Bench
let timers: ManualTimers
let removals: Removals<Answer>
let back: string[]
const first = makeAnswer('1')
const second = makeAnswer('2')
beforeEach(() => {
  bench = createBench([first, second])
  timers = createManualTimers()
  back = []
  removals = createRemovals({ read: bench.read, timers, say: bench.say, onBack: (id) => back.push(id) })
})

const hidden = () => [...listHidden(removals.removals.get())]
const states = () => removals.removals.get().map(({ id, state }) => [id, state.kind])

describe('a deletion', () => {
  it('hides its row at once, and is sent after 6 s', async () => {
    removals.remove(first)
    expect([hidden(), bench.said]).toEqual([['1'], ['Deleted Label 1.']])
    await timers.pass(5_999)
    expect(bench.calls).toEqual([])
    await timers.pass(1)
    expect(bench.calls).toEqual([{ call: 'remove', id: '1', isLeaving: false }])
    // The source still has it: it stays hidden until it has read again.
    expect([hidden(), bench.find('1')]).toEqual([['1'], undefined])
    bench.poll()
    removals.observe()
    expect(states()).toEqual([])
  })

  it('taken back in time was never sent', async () => {
    removals.remove(first)
    await timers.pass(5_999)
    removals.undo('1')
    await timers.pass(10_000)
    expect([hidden(), bench.calls, back]).toEqual([[], [], ['1']])
  })

  it('has its own time beside others', async () => {
    removals.remove(first)
    await timers.pass(3_000)
    removals.remove(second)
    await timers.pass(3_000)
    expect(states()).toEqual([
      ['1', 'done'],
      ['2', 'waiting'],
    ])
    removals.undo('2')
    await timers.pass(6_000)
    expect(bench.calls.map(({ id }) => id)).toEqual(['1'])
  })

  it('asked for twice is one', async () => {
    removals.remove(first)
    removals.remove(first)
    await timers.pass(6_000)
    expect(bench.calls).toHaveLength(1)
  })

  it.each([
    [{ kind: 'refused', message: 'The last admin stays.' } as const, 'The last admin stays.'],
    [{ kind: 'unreachable', message: 'No answer.' } as const, 'No answer.'],
    [{ kind: 'changed', row: first, by: 'Maria' } as const, 'Maria has changed it meanwhile.'],
  ])('that is not done brings its row back with the reason', async (answer, message) => {
    bench.answers.push(answer)
    removals.remove(first)
    await timers.pass(6_000)
    expect(removals.removals.get()[0]?.state).toEqual({ kind: 'back', message })
    expect([hidden(), bench.said[1]]).toEqual([[], `Label 1 was not deleted. ${message}`])
    removals.dismiss('1')
    expect(states()).toEqual([])
  })

  it('of what somebody else has deleted is done', async () => {
    bench.takeAway('1')
    bench.poll()
    removals.remove(first)
    await timers.pass(6_000)
    expect(states()).toEqual([])
  })

  it('of a row that came back can be asked for again', async () => {
    bench.answers.push({ kind: 'unreachable', message: 'No answer.' })
    removals.remove(first)
    await timers.pass(6_000)
    removals.remove(first)
    await timers.pass(6_000)
    expect(bench.find('1')).toBeUndefined()
  })

  it.each([false, true])(
    'is sent at once when its screen goes (page leaving: %s), once',
    async (isLeaving) => {
      removals.remove(first)
      removals.remove(second)
      removals.flush(isLeaving)
      await settle()
      await timers.pass(10_000)
      expect(bench.calls).toEqual([
        { call: 'remove', id: '1', isLeaving },
        { call: 'remove', id: '2', isLeaving },
      ])
    },
  )
})
