import { setTimeout as delay } from 'node:timers/promises'
import type { ConsolePage } from '#tests/support/console-page.ts'
import { attempt } from './attempt.ts'
import type { Schedule } from './draw-schedule.ts'
import { bringBackUser, heal } from './heal.ts'
import type { House } from './house.ts'
import { checkInvariants, findUnsettled, type Violation } from './invariants/all.ts'
import { readAll, readData } from './read-outcome.ts'
import { runStep } from './run-step.ts'
import { clearStage, setStage, type Stage } from './stage.ts'

/** Within so long after all is healed everything must have come right, ms. */
const HEALED_MS = 90_000
/** The longest that a step goes on which nobody waited for. */
const BEGUN_MS = 90_000
/** Every look costs the page and the server some work: the longer it takes the rarer they are. */
const FIRST_LOOK_MS = 400
const LOOK_MOST_MS = 4_000

export interface Ran {
  violations: Violation[]
  faults: number
  messages: number
}

/**
 * Runs a schedule on a device of its own, heals everything, waits until all has settled and looks whether it is right. What
 * each step comes to is added to `told`.
 */
export async function runSchedule(
  house: House,
  { steps }: Schedule,
  mark: string,
  told: string[],
): Promise<Ran> {
  const stage = await setStage(house, steps, mark, told)
  try {
    for (const step of steps) await runStep(stage, step)
    await attempt(() => Promise.all(stage.begun), [], BEGUN_MS)
    const startedAt = performance.now()
    const tab = await heal(stage)
    stage.told.push(`everything is healed (${Math.round(performance.now() - startedAt)} ms)`)
    await settle(stage, tab)
    stage.told.push(`everything has settled (${Math.round(performance.now() - startedAt)} ms)`)
    const violations = checkInvariants(await readAll(stage, tab))
    const messages = await house.countMessages(stage.guests.map(({ chatId }) => chatId))
    return { violations, faults: stage.faults, messages }
  } finally {
    await house.start()
    await clearStage(stage)
  }
}

/** Whatever has not come right in time is a violation, and is found again with all the others. */
async function settle(stage: Stage, tab: ConsolePage): Promise<void> {
  const until = performance.now() + HEALED_MS
  let told = ''
  let waitMs = FIRST_LOOK_MS
  while (performance.now() < until) {
    const outcome = await attempt(() => readData(stage, tab), null)
    const left = outcome ? findUnsettled(outcome) : null
    if (left?.length === 0) return
    // A session that the hotel has ended may be refused only now.
    if (outcome && outcome.device.signedIn !== outcome.userIds.same) await bringBackUser(stage, tab)
    const words = left?.[0]?.sentence ?? 'the device can not be read'
    if (words !== told) stage.told.push(`not yet: ${words}`)
    told = words
    await delay(waitMs)
    waitMs = Math.min(LOOK_MOST_MS, waitMs * 1.5)
  }
}
