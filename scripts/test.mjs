// `npm test`: from a fresh clone to a tested product. Installs, fetches a browser where there is none, builds what is
// stale, runs every part of the suite and ends with one line that sums them. `--only unit,journeys` runs some parts,
// `--times 20` repeats them, and what stands after `--` goes to vitest (a file name, -t …).
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { fetchChromium } from './fetch-chromium.mjs'
import { findChromium, HOW_TO_GET_CHROMIUM, NEEDS_WHOLE_BROWSER } from './find-chromium.mjs'
import { installIfNeeded } from './install.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const NODE_AT_LEAST = [20, 19]
/** Run one after the other: what runs together shares the cores. The journeys run alone, because they measure. */
const GROUPS = [['unit', 'checks', 'faults'], ['server-pglite', 'server-postgres'], ['journeys']]
const ALL = GROUPS.flat()
const IN_A_BROWSER = ['checks', 'journeys']
const LINES_OF_A_FAILURE = 24
/** Where Linux keeps files in memory, how statfs(2) names that kind, and how much room the tests are given there at least. */
const MEMORY = '/dev/shm'
const TMPFS = 0x01021994
const ROOM_BYTES = 6 * 2 ** 30
const SIGNALS = ['SIGINT', 'SIGTERM']
let isStopped = false
for (const signal of SIGNALS) process.on(signal, () => (isStopped = true))

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(args) {
  const { only, times, rest } = readArguments(args)
  checkNode()
  installIfNeeded({ root: ROOT })
  if (only.some((part) => IN_A_BROWSER.includes(part)) && findChromium() === null) await fetchChromium()
  if (only.includes('journeys')) {
    const { buildStale } = await import('./build.mjs')
    await buildStale()
  }
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  const notWalked = new Set()
  for (let round = 1; round <= times && !isStopped; round += 1) {
    // What a round leaves of a failure stays, whatever the next ones do.
    process.env.BELLHOP_RESULTS = times > 1 ? join('test-results', `round-${round}`) : 'test-results'
    if (times > 1) console.log(`Round ${round} of ${times}`)
    for (const group of GROUPS) {
      const projects = group.filter((project) => only.includes(project))
      if (projects.length === 0 || isStopped) continue
      const ran = await runProjects(projects, rest)
      for (const key of Object.keys(sum)) sum[key] += ran.counts[key]
      failures.push(...ran.failures)
      for (const name of ran.notWalked) notWalked.add(name)
    }
  }
  // What failed in the first part is a thousand lines up when the last one ends.
  for (const failure of failures) console.log(failure)
  if (notWalked.size > 0) {
    console.log(
      `Not walked, because the browser here is a headless shell (for a whole one ${HOW_TO_GET_CHROMIUM}):`,
    )
    for (const name of notWalked) console.log(`  ${name}`)
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`)
  return sum.failed === 0 && sum.passed > 0 && !isStopped ? 0 : 1
}

function readArguments(args) {
  const split = args.indexOf('--')
  const own = split === -1 ? args : args.slice(0, split)
  const rest = split === -1 ? [] : args.slice(split + 1)
  const only = readOption(own, '--only')?.split(',') ?? ALL
  const unknown = only.find((name) => !ALL.includes(name))
  if (unknown !== undefined) throw new Error(`There is no part named '${unknown}': ${ALL.join(', ')}.`)
  const times = Number(readOption(own, '--times') ?? 1)
  if (!Number.isInteger(times) || times < 1) throw new Error('--times takes a whole number from 1.')
  return { only, times, rest }
}

function readOption(args, name) {
  const at = args.indexOf(name)
  return at === -1 ? undefined : args[at + 1]
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = NODE_AT_LEAST
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  throw new Error(`Node ${NODE_AT_LEAST.join('.')} or newer is needed; this is ${process.versions.node}.`)
}

/**
 * Runs vitest for some projects. A run that ends without a report, or badly with nothing failed in it, counts as 1.
 *
 * @returns {Promise<{
 *   counts: { passed: number, failed: number, skipped: number },
 *   failures: string[],
 *   notWalked: string[],
 * }>} each failure with its file, its name and the first lines of what it says; the journeys that this machine's browser
 *   cannot be walked in
 */
async function runProjects(projects, rest) {
  const folder = mkdtempSync(join(findScratch(), 'bellhop-test-'))
  // PostgreSQL, which is not started as root, has its folder in it.
  chmodSync(folder, 0o711)
  const report = join(folder, 'report.json')
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const args = [
    vitest,
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...rest,
  ]
  try {
    const code = await runNode(args, { ...process.env, TMPDIR: folder })
    const ran = readReport(report)
    if (code !== 0 && ran.counts.failed === 0) {
      ran.counts.failed = 1
      ran.failures.push(`FAILED: vitest ended with ${code} (${projects.join(', ')}), though no test did.`)
    }
    return ran
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Where databases and browsers' profiles come and go: in memory where there is room, because making and removing so many
 * small files on a disk takes a fifth of the time. A `TMPDIR` of the person's own is heeded.
 */
function findScratch() {
  if (process.env.TMPDIR) return tmpdir()
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    return type === TMPFS && bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    // A file that could not be loaded has no tests in it, and is a failure all the same.
    const unloadable = report.testResults.filter(
      (result) =>
        result.status === 'failed' && result.assertionResults.every((test) => test.status !== 'failed'),
    )
    const notWalked = report.testResults.flatMap((result) =>
      result.assertionResults
        .filter((test) => test.status === 'skipped' && test.title.endsWith(NEEDS_WHOLE_BROWSER))
        .map((test) => `${relative(ROOT, result.name)}: ${test.fullName}`),
    )
    const failed = report.testResults.flatMap((result) =>
      result.assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => describeFailure(result.name, test.fullName, test.failureMessages.join('\n'))),
    )
    return {
      counts: {
        passed: report.numPassedTests,
        failed: report.numFailedTests + unloadable.length,
        skipped: report.numPendingTests + report.numTodoTests,
      },
      failures: [
        ...failed,
        ...unloadable.map((result) => describeFailure(result.name, 'could not be loaded', result.message)),
      ],
      notWalked,
    }
  } catch {
    return { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [], notWalked: [] }
  }
}

function describeFailure(file, name, message) {
  const lines = message.trim().split('\n').slice(0, LINES_OF_A_FAILURE)
  return [`FAILED: ${relative(ROOT, file)}: ${name}`, ...lines.map((line) => `  ${line}`)].join('\n')
}

function runNode(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' })
    const passOn = (signal) => child.kill(signal)
    for (const signal of SIGNALS) process.on(signal, passOn)
    child.on('error', reject)
    child.on('close', (code) => {
      for (const signal of SIGNALS) process.off(signal, passOn)
      resolve(code ?? 1)
    })
  })
}
