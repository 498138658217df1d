import { expect, inject, it } from 'vitest'
import { report } from '../report.ts'
import { CHOSEN } from './chosen.ts'
import { readCpuMs } from './cpu.ts'
import { describeFailure, runMany } from './run-many.ts'

it.each(['extended', 'plain'] as const)(
  'in a real browser nothing is lost, doubled, out of order, stuck or shown to anybody else (%s environment)',
  async (manner) => {
    const before = readCpuMs()
    const schedules = CHOSEN.filter((schedule) => schedule.manner === manner)
    const { failures, ...sums } = await runMany(schedules, inject('quietData'))
    report({ level: 'browser', ...sums, violations: failures.length, cpuMs: readCpuMs() - before })
    expect(failures.map(describeFailure).join('\n\n')).toBe('')
  },
)
