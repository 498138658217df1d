import { listStories } from '../model/directed.ts'
import type { Schedule } from '../model/run-schedule.ts'
import { makeSchedule, SEED } from '../model/schedules.ts'
import type { FoundBy } from './seeded-bug.ts'

/** The schedule that a bug is found by, and how it is called. Throws where there is no such story. */
export function findSchedule(found: FoundBy): { name: string; schedule: Schedule } {
  const { manner } = found
  if ('index' in found)
    return { name: `${manner} ${found.index}`, schedule: makeSchedule(manner, SEED, found.index) }
  const story = listStories(manner).find(({ name }) => name === found.story)
  if (!story) throw new Error(`there is no story '${found.story}'`)
  const schedule = { ...story.schedule, seed: found.chance }
  return { name: `${manner}, ${found.story}, chance ${found.chance}`, schedule }
}
