import { within } from '#src/lib/within.ts'
import type { Kind } from '#tests/support/shared-servers.ts'
import type { Schedule } from './draw-schedule.ts'
import { House } from './house.ts'
import type { Violation } from './invariants/all.ts'
import { runSchedule, type Ran } from './run-schedule.ts'
import { needsServerAlone } from './steps.ts'

/** Most of a schedule is waiting: so many go on at once. */
const AT_ONCE = 3
/** Many times what any takes: one that stands still is a failure with its steps, and holds up no other. */
const SCHEDULE_MS = 5 * 60_000

/** Each schedule's steps are printed, whatever it comes to. */
const IS_TOLD = process.env['BELLHOP_FAULTS_TOLD'] === '1'

/** A schedule by its name. */
export interface Named extends Schedule {
  name: string
  /** What runs only this one, where it is not one of the chosen. */
  command?: string
}

export interface Failure extends Named {
  violations: Violation[]
  told: readonly string[]
}

/** What a run of many schedules has come to. */
export interface Tally {
  schedules: number
  faults: number
  messages: number
  failures: Failure[]
}

/** Runs schedules, each manner in a house of its own. `data`: the database of a stopped hotel, which is copied. */
export async function runMany(schedules: readonly Named[], data: string): Promise<Tally> {
  const tally: Tally = { schedules: 0, faults: 0, messages: 0, failures: [] }
  for (const manner of ['extended', 'plain'] as const) {
    const mine = schedules.filter((schedule) => schedule.manner === manner)
    if (mine.length > 0) await runIn(manner, mine, data, tally)
  }
  return tally
}

async function runIn(manner: Kind, schedules: readonly Named[], data: string, tally: Tally): Promise<void> {
  const house = await House.open(manner, data)
  const run = async (schedule: Named) => {
    const told: string[] = []
    const ran = await runOne(house, schedule, told)
    tally.schedules += 1
    tally.faults += ran.faults
    tally.messages += ran.messages
    if (ran.violations.length > 0) tally.failures.push({ ...schedule, violations: ran.violations, told })
    if (IS_TOLD) console.info([`${schedule.name} (${schedule.manner})`, ...told].join('\n  '))
  }
  try {
    const waiting = schedules.filter(({ steps }) => !needsServerAlone(steps))
    const takeTurns = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await run(next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
    for (const schedule of schedules) if (needsServerAlone(schedule.steps)) await run(schedule)
  } finally {
    await house.close()
  }
}

/** The words of each schedule have a mark of their own. */
let marks = 0

/** One that can't be run to its end is a failure too: it may be what a person meets. */
async function runOne(house: House, schedule: Named, told: string[]): Promise<Ran> {
  marks += 1
  const mark = `m${marks}`
  try {
    return await within(SCHEDULE_MS, runSchedule(house, schedule, mark, told))
  } catch (error) {
    const sentence = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { violations: [{ invariant: 'canBeRun', sentence }], faults: 0, messages: 0 }
  }
}

/** A failure for a person: what does not hold, after which steps, and how to see it again. */
export function describeFailure({ name, manner, told, violations, command }: Failure): string {
  return [
    `${name} (${manner} environment) breaks ${[...new Set(violations.map(({ invariant }) => invariant))].join(', ')}:`,
    ...violations.map(({ sentence }) => `  ${sentence}`),
    'After these steps:',
    ...told.map((step) => `  ${step}`),
    ...(command === undefined ? [] : [`Again: ${command}`]),
  ].join('\n')
}
