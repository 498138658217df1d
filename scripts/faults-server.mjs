// `npm run test:kills`: kills the server with -9 under load, again and again, on both databases; kills and stops one of two
// processes on one PostgreSQL; restarts PostgreSQL; and reads the log beside 50 writers. What was acknowledged must be there
// (E2), once and in order, and what it causes must be done once (E4). `--kills 50` says how often, `--database pglite` or
// `postgres` where, `--seed 7` at which moments. Prints a line of figures for each, and fails where anything is lost or doubled.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './install.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const DATABASES = ['pglite', 'postgres']
const KILLS = 50
/** How the tests' lines of figures begin. */
const MARK = 'FAULTS '

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(args) {
  const kills = readNumber(args, '--kills', KILLS)
  const seed = readNumber(args, '--seed', Math.floor(Math.random() * 1_000_000))
  const database = readOption(args, '--database')
  if (database !== null && !DATABASES.includes(database)) {
    throw new Error(`--database is '${database}', which is none of ${DATABASES.join(' and ')}.`)
  }
  installIfNeeded({ root: ROOT })
  let code = 0
  const figures = []
  for (const name of database === null ? DATABASES : [database]) {
    const run = await runTests(name, { FAULT_KILLS: String(kills), FAULT_SEED: String(seed) })
    figures.push(...run.figures.map((each) => ({ database: name, ...each })))
    code ||= run.code
  }
  console.table(figures)
  console.log(
    `seed ${seed}: \`node scripts/faults-server.mjs --kills ${kills} --seed ${seed}\` does it again`,
  )
  return code
}

/** Runs the tests of one database; gives their figures, and 0 where all held. */
function runTests(database, env) {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  // One after another: two loads at once would tell less of each.
  const args = ['run', '--project', `server-${database}`, '--no-file-parallelism', 'tests/faults/server']
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const figures = []
  let line = ''
  child.stdout.on('data', (data) => {
    process.stdout.write(data)
    line += data.toString()
    const lines = line.split('\n')
    line = lines.pop() ?? ''
    for (const each of lines) if (each.startsWith(MARK)) figures.push(JSON.parse(each.slice(MARK.length)))
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, figures }))
  })
}

function readOption(args, name) {
  const at = args.indexOf(name)
  return at < 0 ? null : (args[at + 1] ?? '')
}

function readNumber(args, name, otherwise) {
  const text = readOption(args, name)
  if (text === null) return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is '${text}', which is no whole number.`)
  return Number(text)
}
