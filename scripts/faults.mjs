// `npm run test:faults -- --schedules 2000 --seed 7`: runs any number of schedules of faults, half of them with and half
// without extensions, in two processes (`--processes 1`: in one); then looks whether the seeded bugs are found, and prints a
// table. A failure is told at once, and the first ones of each process are made short and told as a list of steps at the end
// (`--shrink 0`: none). `--skip-seeded` leaves the bugs out. `--only 88` runs the one schedule of that number, in both manners.
// `--browser 200`: so many in a real browser instead.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runBrowserSchedules } from './faults-browser.mjs'
import { installIfNeeded } from './install.mjs'
import { readNumber, runMain, runVitest } from './run-vitest.mjs'

const PROCESSES = 2
const SHRUNK = 3
const PROJECT = ['--project', 'schedules']
/** Levels of the table, in their order; each is told of by the tests that run it. */
const LEVELS = ['model', 'browser', 'server']

await runMain(main)

async function main(args) {
  const schedules = readNumber(args, '--schedules', 300)
  const seed = readNumber(args, '--seed', Math.floor(Math.random() * 1_000_000))
  const isAlone = args.includes('--only')
  const processes = isAlone ? 1 : Math.max(1, readNumber(args, '--processes', PROCESSES))
  installIfNeeded({ root: dirname(dirname(fileURLToPath(import.meta.url))) })
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-faults-'))
  const reportFile = join(folder, 'report.jsonl')
  const env = { BELLHOP_FAULTS_REPORT: reportFile }
  try {
    if (args.includes('--browser')) {
      const code = await runBrowserSchedules(args, seed, env)
      printTable(readLines(reportFile))
      return code
    }
    console.log(isAlone ? `One schedule, seed ${seed}` : `${schedules} schedules, seed ${seed}`)
    const shared = {
      BELLHOP_FAULTS_SCHEDULES: schedules,
      BELLHOP_FAULTS_SEED: seed,
      BELLHOP_FAULTS_PARTS: processes,
      BELLHOP_FAULTS_SHRINK: readNumber(args, '--shrink', SHRUNK),
      ...(isAlone ? { BELLHOP_FAULTS_ONLY: readNumber(args, '--only', 0) } : {}),
    }
    const codes = await Promise.all(
      Array.from({ length: processes }, (_, part) =>
        runVitest([...PROJECT, 'tests/faults/schedules.test.ts'], {
          ...env,
          ...shared,
          BELLHOP_FAULTS_PART: part,
        }),
      ),
    )
    if (!isAlone && !args.includes('--skip-seeded'))
      codes.push(await runVitest([...PROJECT, 'tests/faults/seeded-search.test.ts'], env))
    printTable(readLines(reportFile))
    const again = isAlone ? `--only ${shared.BELLHOP_FAULTS_ONLY}` : `--schedules ${schedules}`
    console.log(`Again: npm run test:faults -- ${again} --seed ${seed}`)
    return codes.every((code) => code === 0) ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readLines(file) {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** One row a level, of all that its tests have reported. */
function printTable(lines) {
  const heads = ['level', 'schedules', 'faults', 'messages', 'violations', 'ms each', 'seeded bugs caught']
  const rows = LEVELS.filter((level) => lines.some((line) => line.level === level)).map((level) => {
    const own = lines.filter((line) => line.level === level)
    const sum = (name) => own.reduce((total, line) => total + (line[name] ?? 0), 0)
    const bugs = sum('bugs') === 0 ? '-' : `${sum('caught')} of ${sum('bugs')}`
    const each = Math.round(sum('cpuMs') / Math.max(1, sum('schedules')))
    const figures = ['schedules', 'faults', 'messages', 'violations'].map(sum)
    return [level, ...figures, each, bugs].map(String)
  })
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at].length)))
  for (const row of [heads, ...rows]) console.log(row.map((cell, at) => cell.padEnd(widths[at])).join('  '))
}
