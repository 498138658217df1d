import type { Violation } from '../invariants/all.ts'
import type { Manner } from './environment.ts'
import { Hotel } from './hotel.ts'
import { finish, SMALL_PAGE } from './run-schedule.ts'
import { runStep } from './run-step.ts'
import type { Step } from './steps.ts'
import { SWEEP_STEPS } from './sweep-steps.ts'
import type { CrashPlan } from './tab.ts'
import type { TabProgram } from './tab-program.ts'

/** So many tabs die in one world before it is healed and looked at. */
const DEATHS_PER_WORLD = 8
/** After so many passes in a row in which nobody died, what is left is never come by: each begins the day at another hour. */
const IDLE_PASSES = 8

/** A world in which tabs died, and what did not hold in its end. */
export interface SweptWorld {
  sites: string[]
  violations: Violation[]
}

/**
 * Has a tab or the worker die once at each of the sites that a day's work comes by. Worlds of a few deaths each, so that a death in
 * the wake of another is looked at too. What is left in `sites` was never come by.
 */
export async function sweepCrashSites(
  manner: Manner,
  sites: Set<string>,
  when: CrashPlan['when'],
  program: TabProgram,
): Promise<SweptWorld[]> {
  const worlds: SweptWorld[] = []
  for (let seed = 1, idle = 0; idle < IDLE_PASSES && sites.size > 0; seed += 1) {
    const world = await sweepOnce(manner, sites, when, seed, program)
    idle = world.sites.length === 0 ? idle + 1 : 0
    if (world.sites.length > 0) worlds.push(world)
  }
  return worlds
}

async function sweepOnce(
  manner: Manner,
  sites: Set<string>,
  when: CrashPlan['when'],
  seed: number,
  program: TabProgram,
): Promise<SweptWorld> {
  const hotel = new Hotel(manner, program, { seed })
  hotel.environment.pageEntries = SMALL_PAGE
  const died: string[] = []
  const onCrash = (site: string) => void died.push(site)
  try {
    await hotel.begin()
    // Different beginnings come by different sites first.
    for (const step of turn(SWEEP_STEPS, seed)) {
      if (died.length >= DEATHS_PER_WORLD) break
      arm(hotel, () => ({ sites, when, nth: 1, onCrash }))
      await runStep(hotel, step)
      await hotel.world.pass(30)
    }
    const { violations } = await finish(hotel, true)
    return { sites: died, violations }
  } finally {
    hotel.end()
  }
}

/** Whoever lives at the first desk dies next; where nobody does, a tab is opened. */
function arm(hotel: Hotel, makePlan: () => CrashPlan): void {
  const desk = hotel.desk(0)
  if (!desk.tabs.some((tab) => tab && !tab.isDead)) hotel.openTab(desk, 0)
  for (const tab of [...desk.tabs, desk.worker]) if (tab && !tab.isDead) tab.plan ??= makePlan()
}

function turn(steps: readonly Step[], by: number): Step[] {
  const at = (by * 7) % steps.length
  return [...steps.slice(at), ...steps.slice(0, at)]
}
