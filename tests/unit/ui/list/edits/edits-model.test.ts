import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRowEdits } from '#src/ui/list/edits/row-edits.ts'
import { makeAnswer, type Answer } from '../answers.ts'
import { createBench, createManualTimers, settle } from '../bench.ts'

const RUNS = 300
const KEYS = ['label', 'answer'] as const
type Key = (typeof KEYS)[number]

/** One thing that happens while somebody edits a row. What is typed, here or elsewhere, is never the same twice. */
type Step =
  | { kind: 'type' | 'other'; key: Key }
  | { kind: 'wait'; ms: number }
  | { kind: 'poll' | 'refuse' | 'lose' | 'line' | 'slow' | 'release' }

const key = fc.constantFrom(...KEYS)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('type' as const), key }) },
  fc.record({ kind: fc.constant('other' as const), key }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(100, 500, 4_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('poll', 'refuse', 'lose', 'line', 'slow', 'release') }),
  },
)

it('whatever happens, what was typed last is what the environment has in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { bench, typed, overwritten, leftovers } = await run(steps)
      expect(leftovers).toEqual([])
      for (const [at, mine] of typed) {
        // Somebody else's later change may have come after a save: then it is theirs that stands.
        if (!overwritten.has(at)) expect(bench.find('1')?.[at]).toBe(mine)
      }
    }),
    { numRuns: RUNS },
  )
})

async function run(steps: readonly Step[]) {
  const bench = createBench([makeAnswer('1')])
  const timers = createManualTimers()
  const edits = createRowEdits<Answer>({ read: bench.read, timers })
  const typed = new Map<Key, string>()
  const overwritten = new Set<Key>()
  let count = 0
  const poll = () => {
    bench.poll()
    edits.observe()
  }

  async function take(next: Step): Promise<void> {
    switch (next.kind) {
      case 'type': {
        const [row] = bench.source.rows ?? []
        const words = `Mine ${(count += 1)}`
        if (row) edits.type(row, next.key, words)
        typed.set(next.key, words)
        overwritten.delete(next.key)
        return
      }
      case 'other':
        bench.change('1', { [next.key]: `Theirs ${(count += 1)}` })
        overwritten.add(next.key)
        return
      case 'wait':
        return timers.pass(next.ms)
      case 'refuse':
        return void bench.answers.push({ kind: 'refused', message: 'No.' })
      case 'lose':
        return void bench.answers.push({ kind: 'unreachable', message: 'No answer.' })
      case 'line':
        bench.source = { ...bench.source, readOnly: bench.source.readOnly === null ? 'Offline.' : null }
        return edits.observe()
      case 'slow':
        bench.isSlow = true
        return
      case 'release':
        bench.isSlow = false
        return bench.release()
      case 'poll':
        return poll()
    }
  }

  for (const next of steps) await take(next)
  // The line is back, nothing fails any more, and their person insists on what they typed.
  bench.answers = []
  bench.isSlow = false
  bench.source = { ...bench.source, readOnly: null }
  for (let turn = 0; turn < 5; turn += 1) {
    await bench.release()
    poll()
    await timers.pass(5_000)
    for (const at of KEYS) edits.decide('1', at, 'mine')
    await settle()
    await edits.save('1')
  }
  await timers.pass(5_000)
  return { bench, typed, overwritten, leftovers: [...edits.edits.get().keys()] }
}
