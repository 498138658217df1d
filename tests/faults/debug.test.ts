import fc from 'fast-check'
import { it } from 'vitest'
import { runSchedule } from './model/run-schedule.ts'
import { shrinkSchedule } from './model/shrink.ts'
import { createTabProgram } from './model/tab-program.ts'
import { describeStep, schedule } from './model/steps.ts'

it('debug', async () => {
  const program = createTabProgram()
  const wanted = (process.env['AT'] ?? '').split(',')
  for (const each of wanted) {
    const [manner, index] = each.split(':') as ['all' | 'none', string]
    const sample = fc.sample(schedule, { seed: Number(process.env['SEED'] ?? 1), numRuns: 40 })[
      Number(index)
    ]!
    const first = await runSchedule({ manner, ...sample }, program)
    const invariant = first.violations[0]?.invariant
    if (!invariant) {
      console.log(each, 'passes')
      continue
    }
    const short = await shrinkSchedule({ manner, ...sample }, invariant, program)
    const again = await runSchedule(short, program)
    console.log(
      [
        each,
        `returns ${short.returns} seed ${short.seed}`,
        ...short.steps.map((s) => '   ' + describeStep(s)),
        JSON.stringify(short.steps),
        ...again.violations.map((v) => `=> ${v.invariant}: ${v.sentence}`),
      ].join('\n'),
    )
    console.log(
      JSON.stringify(
        again.outcome.devices.map((d) => ({
          n: d.name,
          now: d.now,
          session: d.session,
          outboxes: d.outboxes,
        })),
      ),
    )
    console.log(
      again.outcome.devices
        .map((d) =>
          d.requests.map((r) => `${r.at} ${r.tab} ${r.method} ${r.path} ${r.fault ?? ''}`).join('\n'),
        )
        .join('\n--\n'),
    )
    console.log(again.outcome.logs.join('\n'))
  }
})
