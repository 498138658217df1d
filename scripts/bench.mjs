// `npm run bench:scale`: what a start, a chat switch, an incoming and a sent message cost with 200 chats and with 10,000.
// `npm run bench:lists`: how fast lists of 10,000 rows are drawn, searched, sorted and opened without a line.
// `npm run bench:history`: what a chat of 50,000 messages, the newest hard to draw, costs on a slow processor beside an ordinary one.
// `npm run bench:reports`: what a report of 30 days costs with ten times the messages, and others beside it.
// `npm run bench:campaign`: what a campaign to 2,000 guests costs the guests who write meanwhile.
// `npm run bench:nlu`: whether the bot understands what guests write, beside keywords and nlp.js.
// `npm run bench:training`: whether guests wait longer while 9,000 questions are learned.
// `npm run bench:server`: what guests and their bot cost the server, on both databases.
// `npm run bench:scroll`: the long tasks while a list of 10,000 chats and a thread of 10,000 messages are scrolled. All in
// a real browser against the built server; they print figures and fail where a bound is missed.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { installIfNeeded } from './install.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

installIfNeeded({ root: ROOT })
const { buildStale } = await import('./build.mjs')
await buildStale()
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', '--project', 'bench', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})
child.on('close', (code) => {
  process.exitCode = code ?? 1
})
