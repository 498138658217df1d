import { runSchedule, type Schedule } from './run-schedule.ts'
import type { TabProgram } from './tab-program.ts'

/** So many runs a failure is worth: the last steps that could go are rarely what is hard to see. */
const MOST_RUNS = 160

/** Leaves out whatever steps are not needed for the same invariant to fail, by halves, then one by one. */
export async function shrinkSchedule(
  schedule: Schedule,
  invariant: string,
  program: TabProgram,
): Promise<Schedule> {
  let shortest = schedule
  let runs = 0
  const isFailing = async (steps: Schedule['steps']) => {
    runs += 1
    const { violations } = await runSchedule({ ...shortest, steps }, program)
    return violations.some((violation) => violation.invariant === invariant)
  }
  for (
    let size = Math.ceil(shortest.steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = shortest.steps.length - size; from > -size && runs < MOST_RUNS; from -= size) {
      const start = Math.max(0, from)
      const steps = shortest.steps.filter((_, index) => index < start || index >= from + size)
      if (await isFailing(steps)) shortest = { ...shortest, steps }
    }
  }
  return shortest
}
