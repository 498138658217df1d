import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runSchedule } from './model/run-schedule.ts'
import { applyPatch, createTabProgram } from './model/tab-program.ts'
import { SEEDED_BUGS } from './seeded/all.ts'
import { findSchedule } from './seeded/find-schedule.ts'

it.each(SEEDED_BUGS)('$name: it is found by what is written beside it', async (bug) => {
  const { violations } = await runSchedule(findSchedule(bug.foundBy).schedule, createTabProgram([bug]))
  expect(violations).not.toEqual([])
})

it('a patch that finds no text, or finds it twice, is refused', () => {
  const [bug] = SEEDED_BUGS
  if (!bug) throw new Error('there are none')
  const source = readFileSync(bug.file, 'utf8')
  expect(() => applyPatch(source, { ...bug, find: 'this text is nowhere' })).toThrow('has 0 times')
  expect(() => applyPatch(source + source, bug)).toThrow('has 2 times')
})
