import type { listStories } from './directed.ts'
import { runSchedule } from './run-schedule.ts'
import type { TabProgram } from './tab-program.ts'

/** A sentence for each thing that a story broke; none where all of them go well. */
export async function runStories(
  stories: ReturnType<typeof listStories>,
  program: TabProgram,
): Promise<string[]> {
  const told: string[] = []
  for (const { name, schedule } of stories) {
    const { violations } = await runSchedule(schedule, program)
    for (const { sentence } of violations) told.push(`${name} (chance ${schedule.seed}): ${sentence}`)
  }
  return told
}
