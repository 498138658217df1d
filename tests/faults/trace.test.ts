import { it } from 'vitest'
import { runSchedule } from './model/run-schedule.ts'
import { createTabProgram } from './model/tab-program.ts'
import { Tab } from './model/tab.ts'
import { readFileSync } from 'node:fs'
it('trace', async () => {
  const given = JSON.parse(readFileSync('/tmp/trace.json', 'utf8'))
  const lines: string[] = []
  const only = new RegExp(process.env['ONLY'] ?? '.')
  Tab.onSite = (tab, site) => {
    if (only.test(site)) lines.push(`${Math.round(tab.device.world.now)} ${tab.name} ${site}`)
  }
  const ran = await runSchedule(
    given,
    createTabProgram(process.env['PATCH'] ? JSON.parse(readFileSync('/tmp/patch.json', 'utf8')) : []),
  )
  console.log(lines.join('\n'))
  console.log(
    ran.outcome.devices
      .map((d) => d.requests.map((r) => `${r.at} ${r.tab} ${r.method} ${r.path} ${r.fault ?? ''}`).join('\n'))
      .join('\n--\n'),
  )
  console.log(ran.outcome.logs.join('\n'))
  console.log(ran.violations)
  Tab.onSite = null
})
