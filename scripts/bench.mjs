// `npm run bench`: every bench, one after another, and one table of all figures at the end; the same as JSON in
// test-results/bench.json. `npm run bench:<name>` runs one; what each figure means is in docs/performance.md.
// All in a real browser against the built server. A figure is a ratio to a limit that is made in the same run, wherever there
// is one; where it falls short of what is asked the bench fails, after all of them have run.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './install.mjs'
import { runVitest } from './run-vitest.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const RESULTS = join(ROOT, 'test-results')
const LINES = join(RESULTS, 'bench.jsonl')

installIfNeeded({ root: ROOT })
const { buildStale } = await import('./build.mjs')
await buildStale()
mkdirSync(RESULTS, { recursive: true })
rmSync(LINES, { force: true })
// One file at a time: what one does would be measured by another.
const args = ['--project', 'bench', '--no-file-parallelism', ...process.argv.slice(2)]
process.exitCode = await runVitest(args, { BELLHOP_FIGURES: LINES })
if (existsSync(LINES)) report(readFileSync(LINES, 'utf8').trim().split('\n').map(JSON.parse))

function report(figures) {
  writeFileSync(join(RESULTS, 'bench.json'), `${JSON.stringify(figures, null, 2)}\n`)
  const rows = figures.map(({ name, unit, median, p95, limit, ratio, asked, isMet }) => [
    name,
    `${round(median)} ${unit}`.trim(),
    round(p95),
    limit === null ? '' : round(limit),
    ratio === null ? '' : ratio.toFixed(2),
    asked,
    isMet === null ? '' : isMet ? 'yes' : 'NO',
  ])
  const head = ['figure', 'median', 'p95', 'limit', 'ratio', 'asked', 'met']
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)))
  const line = (cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd()
  console.log(
    ['', line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''].join('\n'),
  )
}

function round(value) {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1)
}
