import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listStories } from './model/directed.ts'
import { runSchedule, type Schedule } from './model/run-schedule.ts'
import { makeSchedule, SCHEDULES_EACH, SEED } from './model/schedules.ts'
import { applyPatch, createTabProgram } from './model/tab-program.ts'
import type { Manner } from './model/environment.ts'
import { report } from './report.ts'
import { SEEDED_BUGS } from './seeded/all.ts'
import type { SeededBug } from './seeded/seeded-bug.ts'

interface Caught {
  bug: string
  invariants: string
  schedule: string
}

const MANNERS: readonly Manner[] = ['all', 'none']

/** What `npm test` runs, in the order in which it is likely to find this bug. */
function* listSchedules({ foundBy }: SeededBug): Iterable<{ name: string; schedule: Schedule }> {
  const find = (manner: Manner, index: number) => ({
    name: `${manner} ${index}`,
    schedule: makeSchedule(manner, SEED, index),
  })
  if (foundBy) yield find(foundBy.manner, foundBy.index)
  for (const manner of MANNERS) yield* listStories(manner)
  for (let index = 0; index < SCHEDULES_EACH; index += 1)
    for (const manner of MANNERS) yield find(manner, index)
}

async function catchBug(bug: SeededBug): Promise<Caught | null> {
  const program = createTabProgram([bug])
  for (const { name, schedule } of listSchedules(bug)) {
    const { violations } = await runSchedule(schedule, program)
    if (violations.length === 0) continue
    const invariants = [...new Set(violations.map(({ invariant }) => invariant))].join(', ')
    return { bug: bug.name, invariants, schedule: name }
  }
  return null
}

describe('bugs that somebody could make', () => {
  const caught: Caught[] = []

  it.each(SEEDED_BUGS)('$name: it is found', async (bug) => {
    const found = await catchBug(bug)
    if (found) caught.push(found)
    expect(found).not.toBeNull()
  })

  it('says which invariant caught which', () => {
    const width = Math.max(...caught.map(({ bug }) => bug.length))
    const rows = caught.map(
      ({ bug, invariants, schedule }) => `${bug.padEnd(width)}  ${invariants} (${schedule})`,
    )
    console.info(`${caught.length} of ${SEEDED_BUGS.length} seeded bugs caught:\n${rows.join('\n')}`)
    report({ level: 'model', bugs: SEEDED_BUGS.length, caught: caught.length })
  })

  it('a patch that finds no text, or finds it twice, is refused', () => {
    const [bug] = SEEDED_BUGS
    if (!bug) throw new Error('there are none')
    const source = readFileSync(bug.file, 'utf8')
    expect(() => applyPatch(source, { ...bug, find: 'this text is nowhere' })).toThrow('has 0 times')
    expect(() => applyPatch(source + source, bug)).toThrow('has 2 times')
  })
})
