import { expect, it } from 'vitest'
import { describeFailure, runSchedules, SCHEDULES_EACH, SEED } from './model/schedules.ts'
import { createTabProgram } from './model/tab-program.ts'
import { listStories } from './model/directed.ts'
import { runSchedule } from './model/run-schedule.ts'
import { readNumber, report } from './report.ts'

/** `npm run test:faults` runs any number of any seed, in several processes; each takes every nth schedule. */
const seed = readNumber('BELLHOP_FAULTS_SEED', SEED)
const count = readNumber('BELLHOP_FAULTS_SCHEDULES', SCHEDULES_EACH * 2)
const parts = readNumber('BELLHOP_FAULTS_PARTS', 1)
const part = readNumber('BELLHOP_FAULTS_PART', 0)
/** So many failures are worth being made short. */
const MOST_SHRUNK = 3

it.each(['all', 'none'] as const)('what somebody thought of goes well (capabilities: %s)', async (manner) => {
  const program = createTabProgram()
  const told: string[] = []
  for (const { name, schedule } of listStories(manner)) {
    const { violations } = await runSchedule(schedule, program)
    for (const { sentence } of violations) told.push(`${name} (seed ${schedule.seed}): ${sentence}`)
  }
  expect(told).toEqual([])
})

it.each(['all', 'none'] as const)(
  'whatever fails, nothing is lost, doubled, out of order or stuck (capabilities: %s)',
  async (manner) => {
    const program = createTabProgram()
    const each = Math.ceil(count / 2)
    const indices = Array.from({ length: each }, (_, index) => index).filter(
      (index) => index % parts === part,
    )
    const before = process.cpuUsage()
    const tally = await runSchedules(manner, seed, indices, program)
    const { failures, ...sums } = tally
    const { user, system } = process.cpuUsage(before)
    report({
      level: 'model',
      ...sums,
      violations: failures.length,
      cpuMs: Math.round((user + system) / 1_000),
    })
    const told: string[] = []
    for (const failure of failures.slice(0, MOST_SHRUNK))
      told.push(await describeFailure(failure, seed, program))
    expect(told.join('\n\n')).toBe('')
    expect(failures).toEqual([])
  },
  // As long as whoever asked for so many is ready to wait.
  Math.max(300_000, count * 20_000),
)
