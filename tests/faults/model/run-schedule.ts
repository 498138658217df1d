import { checkInvariants, type Violation } from '../invariants/all.ts'
import type { Outcome } from '../invariants/outcome.ts'
import type { Manner } from './environment.ts'
import { Hotel, type Desk } from './hotel.ts'
import { readOutcome } from './read-outcome.ts'
import { runStep } from './run-step.ts'
import type { Step } from './steps.ts'
import type { TabProgram } from './tab-program.ts'
import { RestlessError } from './world.ts'

/** How long after all is healed everything must be right, ms. */
const HEALED_MS = 60_000
/** In every fourth schedule, and wherever tabs die: what was missed is several pages then. */
export const SMALL_PAGE = 3
/** In every other one of those each entry is a page, and disks are busy: some pages come while one is stored. */
const WRITE_WAIT_MS = 600

export interface Schedule {
  manner: Manner
  seed: number
  returns: boolean
  steps: readonly Step[]
  /** What is frozen in the end stays so: nobody comes back to that page, and another one does its work. */
  staysFrozen?: boolean
}

export interface Ran {
  violations: Violation[]
  /** Null where it never came to an end. */
  outcome: Outcome | null
  faults: number
  messages: number
}

/** Runs a schedule in a world of its own, heals everything, lets a minute pass and looks whether all holds. */
export async function runSchedule(schedule: Schedule, program: TabProgram): Promise<Ran> {
  const hotel = new Hotel(schedule.manner, program, { seed: schedule.seed })
  const isSlow = schedule.seed % 8 === 0
  if (schedule.seed % 4 === 0) hotel.environment.pageEntries = isSlow ? 1 : SMALL_PAGE
  try {
    await hotel.begin()
    if (schedule.steps.some(({ isOther }) => isOther)) await hotel.beginOther()
    // Everyone is signed in before, in the time that a hotel has for it.
    if (isSlow) for (const { device } of hotel.desks) device.disk.waitMs = WRITE_WAIT_MS
    for (const step of schedule.steps) await runStep(hotel, step)
    return await finish(hotel, schedule.returns, schedule.staysFrozen)
  } catch (error) {
    if (!(error instanceof RestlessError)) throw error
    const violations = [{ invariant: 'requestsAreBounded', sentence: `${error.message}.` }]
    return { violations, outcome: null, faults: 0, messages: 0 }
  } finally {
    hotel.end()
  }
}

/** What follows the last step of every schedule. */
export async function finish(hotel: Hotel, returns: boolean, staysFrozen = false): Promise<Ran> {
  await heal(hotel, returns, staysFrozen)
  const since = hotel.world.now
  await hotel.world.pass(HEALED_MS)
  const outcome = await readOutcome(hotel, since, returns, hotel.other ? [hotel.other] : [])
  const violations = checkInvariants(outcome)
  if (hotel.other)
    violations.push(...checkInvariants(await readOutcome(hotel.other, since, returns, [hotel])))
  const faults = hotel.all.flatMap(({ desks }) => desks.map(({ line }) => line.faults))
  const messages = hotel.all.map(({ environment }) => environment.log.messages.size)
  return { violations, outcome, faults: sum(faults), messages: sum(messages) }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}

/** Nothing fails any more; with `returns` people look at their screens again, and sign in where they were signed out. */
async function heal(hotel: Hotel, returns: boolean, staysFrozen: boolean): Promise<void> {
  const desks = hotel.all.flatMap((each) => each.desks)
  for (const desk of desks) {
    desk.line.heal()
    desk.device.clockOffset = 0
    desk.device.disk.waitMs = 0
    for (const tab of desk.tabs) {
      if (!tab || tab.isDead) continue
      tab.spare()
      tab.databases.faults.aborts = 0
      tab.databases.faults.refusals = 0
      if (!staysFrozen) tab.thaw()
    }
    desk.worker?.spare()
  }
  await hotel.world.settle()
  for (const each of hotel.all) for (const desk of each.desks) reload(each, desk)
  await hotel.world.pass(200)
  for (const desk of desks) if (returns) comeBack(desk)
  // One worker of a device sends for all environments.
  for (const desk of hotel.desks) if (desk.device.isSyncRegistered && returns) hotel.runWorker(desk)
  await hotel.world.pass(1_000)
}

/** A tab that says it can't go on is loaded anew, and one is open in any case. */
function reload(hotel: Hotel, desk: Desk): void {
  for (const [index, tab] of desk.tabs.entries()) {
    const kind = tab?.page?.state().kind
    if (tab && !tab.isDead && !tab.isFrozen && (kind === 'failed' || kind === 'outdated' || !tab.page)) {
      tab.kill()
      hotel.openTab(desk, index)
    }
  }
  if (!desk.tabs.some((tab) => tab && !tab.isDead)) hotel.openTab(desk, 0)
}

function comeBack(desk: Desk): void {
  for (const tab of desk.tabs) {
    if (!tab || tab.isDead || tab.isFrozen) continue
    tab.setVisible(true)
    tab.comeBack()
  }
  const tab = desk.tabs.find((each) => each && !each.isDead)
  if (tab?.page?.state().kind !== 'signed-out') return
  void tab.page.signIn(desk.user.username, desk.user.username).catch(() => undefined)
}
