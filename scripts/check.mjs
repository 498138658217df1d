// `npm run check`: types, lint (with the import rules), format, unused exports, circles of imports, sizes of files and
// folders. Works on the folder it is started in; `--only types,lint` runs a part. Ends with exit code 1 where any of them found something.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { installIfNeeded } from './install.mjs'

const ROOT = process.cwd()
/** Two at a time: the machines this is meant for have two cores. */
const LANES = 2
/** What is piped has no colours, not even where `CI` is set, which some of the tools take for a terminal. */
const ENV = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
const PROJECTS = [
  'tsconfig.app.json',
  'tsconfig.server.json',
  'tsconfig.guest.json',
  'tsconfig.sw.json',
  'tsconfig.tests.json',
]
/** Exports that are read by a tool and not by our code: configuration files and vitest's set-up files. */
const READ_BY_TOOLS = ['config\\.ts$', '-setup\\.ts$']

/** A tool (`bin`), or a script of ours, whose figures are shown however it went. */
const CHECKS = [
  { name: 'lint', bin: 'eslint/bin/eslint.js', args: ['.', '--max-warnings=0'] },
  ...PROJECTS.map((project) => ({
    name: 'types',
    label: `types (${project})`,
    bin: 'typescript/bin/tsc',
    args: ['-p', project, '--pretty', 'false'],
  })),
  { name: 'format', bin: 'prettier/bin/prettier.cjs', args: ['--check', '--log-level=warn', '.'] },
  {
    name: 'unused',
    bin: 'ts-unused-exports/bin/ts-unused-exports',
    args: [
      'tsconfig.unused.json',
      '--allowUnusedTypes',
      '--showLineNumber',
      '--silent',
      `--excludePathsFromReport=${READ_BY_TOOLS.join(';')}`,
    ],
  },
  { name: 'circles', script: 'scripts/check-circles.mjs', args: [] },
  { name: 'sizes', script: 'scripts/check-sizes.mjs', args: [] },
]
const NAMES = [...new Set(CHECKS.map(({ name }) => name))]

const failures = await runAll(selectChecks(process.argv.slice(2)))
console.log(failures === 0 ? 'check: all passed' : `check: ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

function selectChecks(args) {
  const [flag, list = '', ...more] = args
  if (flag === undefined) return CHECKS
  const names = list.split(',')
  const unknown = [
    ...(flag === '--only' ? [] : [flag]),
    ...names.filter((name) => !NAMES.includes(name)),
    ...more,
  ]
  if (unknown.length > 0) {
    console.error(`Not known: '${unknown[0]}'. Alone, or with --only and some of ${NAMES.join(',')}.`)
    process.exit(2)
  }
  return CHECKS.filter((check) => names.includes(check.name))
}

async function runAll(checks) {
  if (existsSync(join(ROOT, 'package-lock.json'))) installIfNeeded({ root: ROOT })
  const waiting = [...checks]
  let failed = 0
  const runLane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await runCheck(check))) failed += 1
    }
  }
  await Promise.all(Array.from({ length: LANES }, runLane))
  return failed
}

async function runCheck({ name, label = name, bin, script, args }) {
  const startedAt = Date.now()
  const { code, output } = await run([join(ROOT, script ?? `node_modules/${bin}`), ...args])
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${label} (${seconds} s)`)
  if ((code !== 0 || script) && output.trim() !== '') console.log(output.trimEnd())
  return code === 0
}

function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env: ENV, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
