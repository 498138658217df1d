import { expect, it } from 'vitest'
import { listStories } from './model/directed.ts'
import { runStories } from './model/run-stories.ts'
import { describeFailure, runSchedules, SCHEDULES_EACH, SEED, type Failure } from './model/schedules.ts'
import { createTabProgram } from './model/tab-program.ts'
import { readNumber, report } from './report.ts'

/** `npm run test:faults` runs any number of any seed, in several processes; each takes every nth schedule. */
const seed = readNumber('BELLHOP_FAULTS_SEED', SEED)
const count = readNumber('BELLHOP_FAULTS_SCHEDULES', SCHEDULES_EACH * 2)
const parts = readNumber('BELLHOP_FAULTS_PARTS', 1)
const part = readNumber('BELLHOP_FAULTS_PART', 0)
/** `--only`: the one schedule that somebody looks into. */
const only = process.env['BELLHOP_FAULTS_ONLY'] === undefined ? null : readNumber('BELLHOP_FAULTS_ONLY', 0)
/** So many failures are worth being made short, unless somebody asks for fewer. */
const mostShrunk = readNumber('BELLHOP_FAULTS_SHRINK', 3)

function listIndices(): number[] {
  if (only !== null) return [only]
  const all = Array.from({ length: Math.ceil(count / 2) }, (_, index) => index)
  return all.filter((index) => index % parts === part)
}

/** At once, because a long run may be stopped before its end. */
function tellFailure({ manner, index, violations }: Failure): void {
  const told = violations.map(({ invariant, sentence }) => `  ${invariant}: ${sentence}`)
  console.info([`Schedule ${index} of seed ${seed} (capabilities: ${manner}):`, ...told].join('\n'))
}

it.each(['all', 'none'] as const)(
  'whatever fails, nothing is lost, doubled, out of order or stuck (capabilities: %s)',
  async (manner) => {
    const program = createTabProgram()
    const before = process.cpuUsage()
    const tally = await runSchedules(manner, seed, listIndices(), program, tellFailure)
    const { failures, ...sums } = tally
    const { user, system } = process.cpuUsage(before)
    report({
      level: 'model',
      ...sums,
      violations: failures.length,
      cpuMs: Math.round((user + system) / 1_000),
    })
    const told: string[] = []
    for (const failure of failures.slice(0, mostShrunk))
      told.push(await describeFailure(failure, seed, program))
    expect(told.join('\n\n')).toBe('')
    expect(failures).toEqual([])
  },
  // As long as whoever asked for so many is ready to wait.
  Math.max(300_000, count * 20_000),
)

it.skipIf(part > 0 || only !== null).each(['all', 'none'] as const)(
  'what somebody thought of goes well in each of its ways (capabilities: %s)',
  async (manner) => {
    expect(await runStories(listStories(manner), createTabProgram())).toEqual([])
  },
)
