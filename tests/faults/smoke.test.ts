import { Session } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countArrivals } from './invariants/outcome.ts'
import { runSchedule } from './model/run-schedule.ts'
import { createTabProgram } from './model/tab-program.ts'
import { schedule, describeStep } from './model/steps.ts'

it('smoke', async () => {
  const program = createTabProgram()
  const count = Number(process.env['N'] ?? 20)
  const samples = fc.sample(schedule, { seed: Number(process.env['SEED'] ?? 1), numRuns: count })
  const tally = new Map<string, number>()
  await runSchedule({ manner: 'all', ...samples[0]! }, program)
  const session = new Session()
  session.connect()
  if (process.env['PROF']) {
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
  }
  const stats: number[][] = []
  const c0 = process.cpuUsage()
  for (const manner of (process.env['MANNER'] ?? 'all').split(',') as ('all' | 'none')[])
    for (const [index, sample] of samples.entries()) {
      const c1 = process.cpuUsage()
      const ran = await runSchedule({ manner, ...sample }, program)
      const cpu = process.cpuUsage(c1)
      if (index < 5)
        console.log(
          index,
          sample.steps.length,
          'steps',
          Math.round((cpu.user + cpu.system) / 1000),
          'ms cpu',
          ran.messages,
          ran.faults,
        )
      stats.push([
        ran.outcome.written.length,
        ran.outcome.written.filter((w) => countArrivals(ran.outcome, w) > 0).length,
        ran.outcome.effects.length,
        ran.outcome.devices.flatMap((d) => d.outboxes.flatMap((o) => o.operations)).length,
        ran.outcome.devices.filter((d) => d.session?.status === 'signed-in').length,
        ...ran.outcome.devices.map((d) => d.healedRequests),
      ])
      const names = [...new Set(ran.violations.map((v) => v.invariant))]
      for (const n of names) tally.set(n, (tally.get(n) ?? 0) + 1)
      if (ran.violations.length)
        console.log(
          'schedule',
          manner,
          index,
          sample.returns,
          ran.violations.slice(0, 3).map((v) => v.invariant + ': ' + v.sentence.slice(0, 400)),
        )
    }
  console.log(stats.map((s) => s.join(',')).join(' | '))
  const cpu = process.cpuUsage(c0)
  console.log('cpu per schedule', (cpu.user + cpu.system) / 1000 / count, tally)
  if (process.env['PROF']) {
    const { profile } = await session.post('Profiler.stop')
    writeFileSync('/tmp/model.cpuprofile', JSON.stringify(profile))
  }
  void describeStep
  expect(1).toBe(1)
})
