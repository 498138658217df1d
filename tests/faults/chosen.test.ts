import { expect, it } from 'vitest'
import { listStories } from './model/directed.ts'
import type { Manner } from './model/environment.ts'
import { runSchedule } from './model/run-schedule.ts'
import { runStories } from './model/run-stories.ts'
import { makeSchedule, SEED } from './model/schedules.ts'
import { createTabProgram } from './model/tab-program.ts'
import { SEEDED_BUGS } from './seeded/all.ts'

const MANNERS = ['all', 'none'] as const
const FIRST_WAY = 1

interface Chosen {
  seed: number
  manner: Manner
  index: number
}

/** Schedules that found a bug of the product, or one of the model's own, when they were run first. */
const HAVE_FOUND: readonly Chosen[] = [
  { seed: 33, manner: 'all', index: 88 },
  { seed: 33, manner: 'none', index: 88 },
  { seed: 7, manner: 'all', index: 23 },
  { seed: 7, manner: 'all', index: 26 },
  { seed: 7, manner: 'none', index: 26 },
  { seed: 7, manner: 'none', index: 95 },
  { seed: 7, manner: 'all', index: 137 },
  { seed: 7, manner: 'all', index: 207 },
  { seed: 7, manner: 'none', index: 207 },
  { seed: 7, manner: 'none', index: 267 },
  { seed: 7, manner: 'all', index: 275 },
  { seed: 7, manner: 'all', index: 326 },
]

/** And those that find the seeded bugs, in both manners: without a bug they must hold. */
function listChosen(): Chosen[] {
  const indices = new Set(SEEDED_BUGS.flatMap(({ foundBy }) => ('index' in foundBy ? [foundBy.index] : [])))
  const finders = [...indices].flatMap((index) => MANNERS.map((manner) => ({ seed: SEED, manner, index })))
  return [...HAVE_FOUND, ...finders.filter(({ index }) => index !== 88)]
}

const program = createTabProgram()

/** Each story in one way, and in those that find a seeded bug. `npm run test:faults` tells them in every way. */
function listWays(manner: Manner): ReturnType<typeof listStories> {
  const finders = new Set(
    SEEDED_BUGS.flatMap(({ foundBy }) =>
      'story' in foundBy && foundBy.manner === manner ? [`${foundBy.story} ${foundBy.chance}`] : [],
    ),
  )
  return listStories(manner).filter(
    ({ name, schedule }) => schedule.seed === FIRST_WAY || finders.has(`${name} ${schedule.seed}`),
  )
}

it.each(MANNERS)('what somebody thought of goes well (capabilities: %s)', async (manner) => {
  expect(await runStories(listWays(manner), program)).toEqual([])
})

it.each(listChosen())(
  'schedule $index of seed $seed (capabilities: $manner) loses, doubles and crosses nothing',
  async ({ manner, seed, index }) => {
    const { violations } = await runSchedule(makeSchedule(manner, seed, index), program)
    expect(violations).toEqual([])
  },
)
