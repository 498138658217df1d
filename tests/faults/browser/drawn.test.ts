import { expect, inject, it } from 'vitest'
import { readNumber, report } from '../report.ts'
import { readCpuMs } from './cpu.ts'
import { drawSchedule } from './draw-schedule.ts'
import { describeFailure, runMany, type Named } from './run-many.ts'

const seed = readNumber('BELLHOP_FAULTS_SEED', 33)
const count = readNumber('BELLHOP_FAULTS_BROWSER', 4)
/** Only the one of that place. */
const ONLY = 'BELLHOP_FAULTS_ONLY'

function listSchedules(): Named[] {
  const indices =
    process.env[ONLY] === undefined
      ? Array.from({ length: count }, (_, index) => index)
      : [readNumber(ONLY, 0)]
  return indices.map((index) => ({
    name: `Schedule ${index} of seed ${seed}`,
    command: `npm run test:faults -- --browser ${index + 1} --seed ${seed} --only ${index}`,
    ...drawSchedule(seed, index),
  }))
}

it(
  'whatever fails in a real browser, nothing is lost, doubled, out of order, stuck or shown to anybody else',
  async () => {
    const before = readCpuMs()
    const { failures, ...sums } = await runMany(listSchedules(), inject('quietData'))
    const cpuMs = readCpuMs() - before
    report({ level: 'browser', ...sums, violations: failures.length, cpuMs })
    expect(failures.map(describeFailure).join('\n\n')).toBe('')
  },
  // As long as whoever asked for so many is ready to wait.
  Math.max(600_000, count * 120_000),
)
