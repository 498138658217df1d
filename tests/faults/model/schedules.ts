import fc from 'fast-check'
import type { Violation } from '../invariants/all.ts'
import type { Manner } from './environment.ts'
import { runSchedule, type Schedule } from './run-schedule.ts'
import { shrinkSchedule } from './shrink.ts'
import { describeStep, schedule } from './steps.ts'
import type { TabProgram } from './tab-program.ts'

/** The seed of the schedules of `npm test`, and how many there are in each manner. */
export const SEED = 33
export const SCHEDULES_EACH = 150

/** Made together, so that the nth schedule of a seed is the same one however many are run. */
const CHUNK = 50

/** The nth schedule of a seed, in a manner. */
export function makeSchedule(manner: Manner, seed: number, index: number): Schedule {
  const chunk = Math.floor(index / CHUNK)
  const name = `${seed} ${chunk}`
  const made = chunks.get(name) ?? fc.sample(schedule, { seed: seed * 10_007 + chunk, numRuns: CHUNK })
  // The last one is asked for again and again; all of them would not fit.
  chunks.clear()
  chunks.set(name, made)
  const found = made[index % CHUNK]
  if (!found) throw new Error(`there is no schedule ${index}`)
  return { manner, ...found }
}

const chunks = new Map<string, { seed: number; returns: boolean; steps: Schedule['steps'] }[]>()

/** What a run of many schedules has come to. */
export interface Tally {
  schedules: number
  faults: number
  messages: number
  failures: Failure[]
}

export interface Failure {
  manner: Manner
  index: number
  violations: Violation[]
}

/** Runs these schedules of a seed in one manner, and tells of each that fails as soon as it has. */
export async function runSchedules(
  manner: Manner,
  seed: number,
  indices: Iterable<number>,
  program: TabProgram,
  onFailure: (failure: Failure) => void,
): Promise<Tally> {
  const tally: Tally = { schedules: 0, faults: 0, messages: 0, failures: [] }
  for (const index of indices) {
    const { violations, faults, messages } = await runSchedule(makeSchedule(manner, seed, index), program)
    tally.schedules += 1
    tally.faults += faults
    tally.messages += messages
    if (violations.length === 0) continue
    const failure = { manner, index, violations }
    tally.failures.push(failure)
    onFailure(failure)
  }
  return tally
}

/** A failure as its shortest list of steps, for a person, and as JSON, for a test of its own. */
export async function describeFailure(
  { manner, index, violations }: Failure,
  seed: number,
  program: TabProgram,
): Promise<string> {
  const invariant = violations[0]?.invariant ?? ''
  const short = await shrinkSchedule(makeSchedule(manner, seed, index), invariant, program)
  const ran = await runSchedule(short, program)
  return [
    `Schedule ${index} of seed ${seed} (capabilities: ${manner}) breaks ${invariant}:`,
    ...ran.violations.map(({ sentence }) => `  ${sentence}`),
    `After ${short.steps.length} steps${short.returns ? ', and people who came back' : ''}:`,
    ...short.steps.map((step) => `  ${describeStep(step)}`),
    `As a test: ${JSON.stringify(short)}`,
  ].join('\n')
}
