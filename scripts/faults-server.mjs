// `npm run test:kills`: kills the server with -9 under load, again and again, on both databases; kills and stops one of two
// processes on one PostgreSQL; restarts PostgreSQL; and reads the log beside 50 writers. What was acknowledged must be there
// (E2), once and in order, and what it causes must be done once (E4). `--kills 50` says how often, `--database pglite` or
// `postgres` where, `--seed 7` at which moments. Prints a line of figures for each, and fails where anything is lost or doubled.
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './install.mjs'
import { readNumber, runMain, runVitest } from './run-vitest.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const DATABASES = ['pglite', 'postgres']
const KILLS = 50
/** How the tests' lines of figures begin. */
const MARK = 'FAULTS '

await runMain(main)

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
async function runTests(database, env) {
  // One after another: two loads at once would tell less of each.
  const args = ['--project', `server-${database}`, '--no-file-parallelism', 'tests/faults/server']
  const figures = []
  let line = ''
  const code = await runVitest(args, env, (text) => {
    process.stdout.write(text)
    line += text
    const lines = line.split('\n')
    line = lines.pop() ?? ''
    for (const each of lines) if (each.startsWith(MARK)) figures.push(JSON.parse(each.slice(MARK.length)))
  })
  return { code, figures }
}

function readOption(args, name) {
  const at = args.indexOf(name)
  return at < 0 ? null : (args[at + 1] ?? '')
}
