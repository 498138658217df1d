import { expect } from 'vitest'
import { runSchedule, type Schedule } from '../model/run-schedule.ts'
import { createTabProgram } from '../model/tab-program.ts'

/** Runs a schedule that broke something once, and expects that all invariants hold. */
export async function expectToHold(schedule: Schedule): Promise<void> {
  const { violations } = await runSchedule(schedule, createTabProgram())
  expect(violations).toEqual([])
}
