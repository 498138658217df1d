// `npm run test:kills`: kills the built server with -9 under load, again and again, on one embedded database, and looks
// for every row that was acknowledged (E2). Nothing may be lost, nothing doubled when what was unanswered is sent again
// under its key. `--kills 50` says how often.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { buildStale } from './build.mjs'

const CHATS = 6
const WRITERS_PER_CHAT = 2
const LOAD_MIN_MS = 150
const LOAD_MAX_MS = 900
const START_DEADLINE_MS = 30_000
const POLL_MS = 20

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function main(args) {
  const kills = Number(args[args.indexOf('--kills') + 1] ?? 50) || 50
  await buildStale({ names: ['server'] })
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-kills-'))
  const hotel = { port: await findFreePort(), folder, child: null, output: '' }
  hotel.url = `http://127.0.0.1:${hotel.port}`
  /** Text of every acknowledged message, by chat: what must be there. */
  const acknowledged = new Map()
  const starts = []
  let unanswered = 0
  try {
    starts.push(await start(hotel))
    const staff = await prepare(hotel, acknowledged)
    for (let kill = 1; kill <= kills; kill += 1) {
      const pending = await loadAndKill(hotel, staff, acknowledged)
      starts.push(await start(hotel))
      unanswered += pending.length
      for (const message of pending) await send(hotel, staff, message, acknowledged)
      await check(hotel, staff, acknowledged, kill)
    }
    const rows = [...acknowledged.values()].reduce((sum, texts) => sum + texts.size, 0)
    const median = starts.sort((one, other) => one - other)[Math.floor(starts.length / 2)]
    console.log(
      `${kills} kills with -9: ${rows} acknowledged rows, 0 lost, 0 doubled; ` +
        `${unanswered} unanswered sent again; start after a kill ${Math.round(median)} ms (median)`,
    )
    return 0
  } finally {
    hotel.child?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Signs in and takes over as many chats as there are to be written in. */
async function prepare(hotel, acknowledged) {
  const query = new URLSearchParams({ username: 'agent', password: 'bellhop-demo', token: '' })
  const user = await call(hotel, null, `/api/auth?${query}`)
  for (let index = 0; index < CHATS; index += 1) {
    const guest = await call(hotel, null, '/api/guest/session', { json: { displayName: `Load ${index}` } })
    await call(hotel, user.token, `/api/takeover/pause/${guest.chatId}`)
    acknowledged.set(guest.chatId, new Set())
  }
  return user.token
}

/** Writes on every chat until the server is killed; gives what was sent without an answer. */
async function loadAndKill(hotel, token, acknowledged) {
  const pending = new Map()
  let isKilled = false
  const write = async (chatId) => {
    while (!isKilled) {
      const key = randomUUID()
      const message = { chatId, key, text: `message ${key}` }
      pending.set(key, message)
      try {
        await send(hotel, token, message, acknowledged)
        pending.delete(key)
      } catch {
        return
      }
    }
  }
  const writers = [...acknowledged.keys()].flatMap((chatId) =>
    Array.from({ length: WRITERS_PER_CHAT }, () => write(chatId)),
  )
  await delay(LOAD_MIN_MS + Math.random() * (LOAD_MAX_MS - LOAD_MIN_MS))
  const ended = new Promise((resolve) => hotel.child.once('exit', resolve))
  hotel.child.kill('SIGKILL')
  isKilled = true
  await Promise.all([ended, ...writers])
  return [...pending.values()]
}

async function send(hotel, token, { chatId, key, text }, acknowledged) {
  await call(hotel, token, `/api/takeover/send/${chatId}`, { json: { text }, key })
  acknowledged.get(chatId).add(text)
}

/** Throws where an acknowledged message is missing, or any message is there twice. */
async function check(hotel, token, acknowledged, kill) {
  for (const [chatId, texts] of acknowledged) {
    const rows = await call(hotel, token, `/api/info/chats/${chatId}/messages`)
    const present = rows.map(({ text }) => text)
    const lost = [...texts].filter((text) => !present.includes(text))
    if (lost.length > 0)
      throw new Error(`Kill ${kill} lost ${lost.length} acknowledged rows, such as '${lost[0]}'.`)
    const own = present.filter((text) => texts.has(text))
    if (own.length !== texts.size)
      throw new Error(`After kill ${kill} ${own.length - texts.size} rows are there twice.`)
    const chat = await call(hotel, token, `/api/info/chats/${chatId}`)
    if (chat.messagesCount !== rows.length) {
      throw new Error(`After kill ${kill} a chat says ${chat.messagesCount} messages and has ${rows.length}.`)
    }
  }
}

/** Starts the server on its folder and gives the milliseconds until it could serve. */
async function start(hotel) {
  const startedAt = performance.now()
  hotel.output = ''
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/server/main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      SEED: 'demo',
      HOST: '127.0.0.1',
      GUEST_SESSIONS_PER_MINUTE: '100000',
      PORT: String(hotel.port),
      DATA_DIR: join(hotel.folder, 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  hotel.child = child
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (hotel.output += data))
  while (performance.now() - startedAt < START_DEADLINE_MS) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${hotel.output}`)
    try {
      await call(hotel, null, '/api/health')
      return performance.now() - startedAt
    } catch {
      await delay(POLL_MS)
    }
  }
  throw new Error(`The server did not come up in ${START_DEADLINE_MS} ms: ${hotel.output}`)
}

async function call(hotel, token, path, { json, key } = {}) {
  const response = await fetch(hotel.url + path, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const body = await response.json()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(body)}`)
  return body
}

async function findFreePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
