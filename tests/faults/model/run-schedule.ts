import { checkInvariants, type Violation } from '../invariants/all.ts'
import type { Outcome } from '../invariants/outcome.ts'
import type { Manner } from './environment.ts'
import { Hotel, type Desk } from './hotel.ts'
import { readOutcome } from './read-outcome.ts'
import { runStep } from './run-step.ts'
import type { Step } from './steps.ts'
import type { TabProgram } from './tab-program.ts'

/** How long after all is healed everything must be right, ms. */
const HEALED_MS = 60_000

export interface Schedule {
  manner: Manner
  seed: number
  returns: boolean
  steps: readonly Step[]
}

export interface Ran {
  violations: Violation[]
  outcome: Outcome
  faults: number
  messages: number
}

/** Runs a schedule in a world of its own, heals everything, lets a minute pass and looks whether all holds. */
export async function runSchedule(schedule: Schedule, program: TabProgram): Promise<Ran> {
  const hotel = new Hotel(schedule.manner, schedule.seed, program)
  try {
    await hotel.begin()
    for (const step of schedule.steps) await runStep(hotel, step)
    return await finish(hotel, schedule.returns)
  } finally {
    hotel.end()
  }
}

/** What follows the last step of every schedule. */
export async function finish(hotel: Hotel, returns: boolean): Promise<Ran> {
  await heal(hotel, returns)
  const since = hotel.world.now
  await hotel.world.pass(HEALED_MS)
  const outcome = await readOutcome(hotel, since, returns)
  const violations = checkInvariants(outcome)
  const faults = hotel.desks.reduce((sum, { line }) => sum + line.faults, 0)
  return { violations, outcome, faults, messages: hotel.environment.log.messages.size }
}

/** Nothing fails any more; with `returns` people look at their screens again, and sign in where they were signed out. */
async function heal(hotel: Hotel, returns: boolean): Promise<void> {
  for (const desk of hotel.desks) {
    desk.line.heal()
    desk.device.clockOffset = 0
    for (const tab of desk.tabs) {
      if (!tab || tab.isDead) continue
      tab.plan = null
      tab.databases.faults.aborts = 0
      tab.databases.faults.refusals = 0
      tab.thaw()
    }
    if (desk.worker) desk.worker.plan = null
  }
  await hotel.world.settle()
  for (const desk of hotel.desks) reload(hotel, desk)
  await hotel.world.pass(200)
  for (const desk of hotel.desks) if (returns) comeBack(desk)
  for (const desk of hotel.desks) if (desk.device.isSyncRegistered && returns) hotel.runWorker(desk)
  await hotel.world.pass(1_000)
}

/** A tab that says it can't go on is loaded anew, and one is open in any case. */
function reload(hotel: Hotel, desk: Desk): void {
  for (const [index, tab] of desk.tabs.entries()) {
    const kind = tab?.page?.state().kind
    if (tab && !tab.isDead && (kind === 'failed' || kind === 'outdated' || !tab.page)) {
      tab.kill()
      hotel.openTab(desk, index)
    }
  }
  if (!desk.tabs.some((tab) => tab && !tab.isDead)) hotel.openTab(desk, 0)
}

function comeBack(desk: Desk): void {
  for (const tab of desk.tabs) {
    if (!tab || tab.isDead) continue
    tab.setVisible(true)
    tab.comeBack()
  }
  const tab = desk.tabs.find((each) => each && !each.isDead)
  if (tab?.page?.state().kind !== 'signed-out') return
  void tab.page.signIn(desk.user.username, desk.user.username).catch(() => undefined)
}
