import { it } from 'vitest'
import { appendFileSync } from 'node:fs'
import { SEEDED_BUGS } from './seeded/all.ts'
import { runSchedule } from './model/run-schedule.ts'
import { makeSchedule, SEED } from './model/schedules.ts'
import { listStories } from './model/directed.ts'
import { createTabProgram } from './model/tab-program.ts'
it('bites', async () => {
  const only = new RegExp(process.env['ONLY'] ?? '.')
  const not = new RegExp(process.env['NOT'] ?? 'zzz')
  const from = Number(process.env['FROM'] ?? 0)
  for (const bug of SEEDED_BUGS.filter((b) => only.test(b.name) && !not.test(b.name))) {
    const program = createTabProgram([bug])
    let found = ''
    let runs = 0
    for (const manner of ['all', 'none'] as const)
      for (const { name, schedule } of listStories(manner)) {
        if (found) break
        const { violations } = await runSchedule(schedule, program)
        if (violations.length)
          found =
            `STORY ${manner} ${name} ${schedule.seed} ` +
            [...new Set(violations.map((v) => v.invariant))].join(',') +
            ' ' +
            violations[0]!.sentence.slice(0, 100)
      }
    if (found) {
      appendFileSync('/tmp/model-bite.txt', `${bug.name}: ${found}\n`)
      continue
    }
    const limit = Number(process.env['LIMIT'] ?? 60)
    outer: for (let index = from; index < 150; index += 1)
      for (const manner of ['all', 'none'] as const) {
        runs += 1
        if (runs > limit) break outer
        const { violations } = await runSchedule(makeSchedule(manner, SEED, index), program)
        if (violations.length) {
          found =
            `${manner}:${index} ` +
            [...new Set(violations.map((v) => v.invariant))].join(',') +
            ' ' +
            violations[0]!.sentence.slice(0, 150)
          break outer
        }
      }
    appendFileSync('/tmp/model-bite.txt', `${bug.name}: ${runs} ${found}\n`)
  }
}, 3_000_000)
