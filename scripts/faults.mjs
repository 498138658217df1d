// `npm run test:faults -- --schedules 2000 --seed 7`: runs any number of schedules of faults, half of them with and half
// without extensions, in two processes; then looks whether the seeded bugs are found, and prints a table. A failure is made
// short and told as a list of steps. `--skip-seeded` leaves the bugs out.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const PROCESSES = 2
/** Levels of the table, in their order; each is told of by the tests that run it. */
const LEVELS = ['model', 'browser', 'server']

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(args) {
  const schedules = readNumber(args, '--schedules', 300)
  const seed = readNumber(args, '--seed', Math.floor(Math.random() * 1_000_000))
  console.log(`${schedules} schedules, seed ${seed}`)
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-faults-'))
  const reportFile = join(folder, 'report.jsonl')
  const env = { ...process.env, BELLHOP_FAULTS_REPORT: reportFile }
  try {
    const shared = {
      BELLHOP_FAULTS_SCHEDULES: schedules,
      BELLHOP_FAULTS_SEED: seed,
      BELLHOP_FAULTS_PARTS: PROCESSES,
    }
    const codes = await Promise.all(
      Array.from({ length: PROCESSES }, (_, part) =>
        runVitest(['tests/faults/schedules.test.ts'], { ...env, ...shared, BELLHOP_FAULTS_PART: part }),
      ),
    )
    if (!args.includes('--skip-seeded')) codes.push(await runVitest(['tests/faults/seeded.test.ts'], env))
    printTable(readLines(reportFile))
    console.log(`Again: npm run test:faults -- --schedules ${schedules} --seed ${seed}`)
    return codes.every((code) => code === 0) ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readNumber(args, name, otherwise) {
  const at = args.indexOf(name)
  if (at === -1) return otherwise
  const value = Number(args[at + 1])
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} takes a whole number from 1.`)
  return value
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

function runVitest(files, env) {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const args = [vitest, 'run', '--project', 'schedules', ...files]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}
