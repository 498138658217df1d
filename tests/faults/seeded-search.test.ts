import { describe, expect, it } from 'vitest'
import { listStories } from './model/directed.ts'
import type { Manner } from './model/environment.ts'
import { runSchedule, type Schedule } from './model/run-schedule.ts'
import { makeSchedule, SCHEDULES_EACH, SEED } from './model/schedules.ts'
import { createTabProgram } from './model/tab-program.ts'
import { report } from './report.ts'
import { SEEDED_BUGS } from './seeded/all.ts'
import { findSchedule } from './seeded/find-schedule.ts'
import type { SeededBug } from './seeded/seeded-bug.ts'

interface Caught {
  bug: string
  invariants: string
  schedule: string
}

const MANNERS: readonly Manner[] = ['all', 'none']

/** All that may find a bug, what found it last first. */
function* listSchedules({ foundBy }: SeededBug): Iterable<{ name: string; schedule: Schedule }> {
  yield findSchedule(foundBy)
  for (const manner of MANNERS)
    for (const { name, schedule } of listStories(manner))
      yield { name: `${manner}, ${name}, chance ${schedule.seed}`, schedule }
  for (let index = 0; index < SCHEDULES_EACH; index += 1)
    for (const manner of MANNERS)
      yield { name: `${manner} ${index}`, schedule: makeSchedule(manner, SEED, index) }
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
})
