import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runSchedule } from './model/run-schedule.ts'
import { createTabProgram } from './model/tab-program.ts'
import { schedule, describeStep } from './model/steps.ts'

it('smoke', async () => {
  const program = createTabProgram()
  const count = Number(process.env['N'] ?? 20)
  const samples = fc.sample(schedule, { seed: Number(process.env['SEED'] ?? 1), numRuns: count })
  const tally = new Map<string, number>()
  const c0 = process.cpuUsage()
  for (const manner of (process.env['MANNER'] ?? 'all').split(',') as ('all' | 'none')[])
    for (const [index, sample] of samples.entries()) {
      const c1 = process.cpuUsage()
      const ran = await runSchedule({ manner, ...sample }, program)
      const cpu = process.cpuUsage(c1)
      if (index < 5) console.log(index, sample.steps.length, 'steps', Math.round((cpu.user + cpu.system) / 1000), 'ms cpu', ran.messages, ran.faults)
      const names = [...new Set(ran.violations.map((v) => v.invariant))]
      for (const n of names) tally.set(n, (tally.get(n) ?? 0) + 1)
      if (ran.violations.length) console.log('schedule', manner, index, sample.returns, ran.violations.slice(0, 3).map((v) => v.invariant + ': ' + v.sentence.slice(0, 400)))
    }
  const cpu = process.cpuUsage(c0)
  console.log('cpu per schedule', (cpu.user + cpu.system) / 1000 / count, tally)
  void describeStep
  expect(1).toBe(1)
})
