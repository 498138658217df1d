import { checkFaultHotel } from './fault-checks.ts'
import type { FaultHotel } from './fault-hotel.ts'
import { waitFor } from './wait-for.ts'

/** The moments of a run come from it: `scripts/faults-server.mjs --seed`. */
export const FAULT_SEED = Number(process.env['FAULT_SEED'] ?? 1)
/** So many answers at most between two faults. */
const MOST_ANSWERS = 60
/** Every answer waits for the slowest of machines. */
export const FAULT_WAIT_MS = 240_000
const FAULT_MS = 60_000

/** How many faults a run has: as many as were asked for, else the few of `npm test`. */
export function readFaultCount(inTests: number): number {
  return Number(process.env['FAULT_KILLS'] ?? inTests)
}

/** The time limit of a test with so many faults, ms. */
export function limitFaults(count: number): number {
  return FAULT_WAIT_MS + (count + 1) * FAULT_MS
}

/** Until the load has had so many answers more; at once where something is wrong with it, which the checks then tell. */
async function waitForAnswers({ load }: FaultHotel, count: number): Promise<void> {
  const goal = load.answers + count
  await waitFor('the load to go on', () => load.answers >= goal || load.problems.length > 0, FAULT_WAIT_MS)
}

/** Until the load has had a few answers more: how many, `random` says. */
export function waitAWhile(hotel: FaultHotel, random: () => number): Promise<void> {
  return waitForAnswers(hotel, 1 + Math.floor(random() * MOST_ANSWERS))
}

/** Ends the load, checks all that it was promised, and prints the line that `scripts/faults-server.mjs` makes its table of. */
export async function endFaults(hotel: FaultHotel, what: string, faults: number, deaths = faults) {
  await waitForAnswers(hotel, MOST_ANSWERS)
  await hotel.load.stop()
  const figures = await checkFaultHotel(hotel, deaths)
  process.stdout.write(`FAULTS ${JSON.stringify({ what, faults, ...figures })}\n`)
  return figures
}
