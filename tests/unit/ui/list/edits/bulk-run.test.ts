import { beforeEach, describe, expect, it } from 'vitest'
import { createBulkRun, type BulkRun } from '#src/ui/list/edits/bulk-run.ts'
import { makeAnswer, type Answer } from '../answers.ts'
import { createBench, settle, type Bench } from '../bench.ts'

const rows = ['1', '2', '3', '4'].map((id) => makeAnswer(id))
let bench: Bench
let bulk: BulkRun<Answer>
beforeEach(() => {
  bench = createBench(rows)
  bulk = createBulkRun({ read: bench.read, say: bench.say })
})

function report() {
  const state = bulk.state.get()
  if (state.kind === 'idle') return null
  const { deleted, failed, untried } = state.report
  return {
    deleted: deleted.map(({ id }) => id),
    failed: failed.map(({ id, message }) => `${id}: ${message}`),
    untried: untried.map(({ id }) => id),
  }
}

describe('deleting many', () => {
  it('goes one by one, and says how far it is', async () => {
    bench.isSlow = true
    const run = bulk.start(rows)
    await settle()
    expect([bench.calls.length, bulk.state.get()]).toMatchObject([1, { current: 'Label 1', total: 4 }])
    await bench.release()
    expect(report()).toEqual({ deleted: ['1'], failed: [], untried: ['2', '3', '4'] })
    expect(bench.calls).toHaveLength(2)
    bench.isSlow = false
    await bench.release()
    await run
    expect(bench.said).toEqual(['4 answers deleted.'])
  })

  it('goes on after an error in the middle, and reports what was deleted and what not', async () => {
    bench.answers.push({ kind: 'done' }, { kind: 'refused', message: 'In use.' }, new Error('500'))
    await bulk.start(rows)
    expect(report()).toEqual({
      deleted: ['1', '4'],
      failed: ['2: In use.', '3: Something went wrong here. Try again.'],
      untried: [],
    })
    expect(bench.said).toEqual(['2 answers deleted, 2 not deleted.'])
  })

  it('counts what somebody else has deleted', async () => {
    bench.takeAway('2')
    await bulk.start(rows)
    expect(report()?.deleted).toEqual(['1', '2', '3', '4'])
  })

  it('stops where the line is down, and leaves the rest alone', async () => {
    const lost = { kind: 'unreachable', message: 'No answer.' } as const
    bench.answers.push(lost, lost)
    await bulk.start(rows)
    expect(report()).toEqual({ deleted: [], failed: ['1: No answer.', '2: No answer.'], untried: ['3', '4'] })
  })

  it('can be stopped after the one that is on its way, and taken up again', async () => {
    bench.isSlow = true
    const run = bulk.start(rows)
    await settle()
    bulk.stop()
    bench.isSlow = false
    await bench.release()
    await run
    expect(report()).toEqual({ deleted: ['1'], failed: [], untried: ['2', '3', '4'] })
    await bulk.retry()
    expect(report()).toEqual({ deleted: ['2', '3', '4'], failed: [], untried: [] })
    bulk.dismiss()
    expect(bulk.state.get()).toEqual({ kind: 'idle' })
  })

  it('is one at a time', async () => {
    bench.isSlow = true
    const run = bulk.start(rows.slice(0, 1))
    await bulk.start(rows)
    bulk.dismiss()
    expect(bulk.state.get().kind).toBe('running')
    bench.isSlow = false
    await bench.release()
    await run
    expect(bench.calls).toHaveLength(1)
  })
})
