import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasEnded, waitUntilListening } from './listening.ts'
import { copyPostgresDatabase } from './postgres.ts'
import { TEST_SECRETS_KEY_FILE } from './secrets-key.ts'
import { waitFor } from './wait-for.ts'

const MAIN = join(process.cwd(), 'dist', 'server', 'main.js')
/**
 * The embedded database is a large WebAssembly program, and a test's server is gone before the optimised machine code of
 * it has paid: a start takes half the processor time without, and a tenth less of that without functions compiled ahead.
 */
export const NODE_FLAGS = ['--liftoff-only', '--max-lazy']
/** An empty folder becomes a database first: 6 s of processor time, of which a busy machine gives it a fifth or less. */
const START_DEADLINE_MS = 120_000
/** CONTRACT section 9: SIGTERM ends the process within 5 s. */
const STOP_DEADLINE_MS = 8_000

/** The built server as a process of its own, as an installation runs it. */
export interface ServerProcess {
  port: number
  url: string
  dataDir: string
  /** The system's number of the process that runs now. */
  readPid(): number
  /** Of its PostgreSQL database; null: its database is in the folder. */
  databaseUrl: string | null
  /** What it printed so far, for a failing test's message. */
  readOutput(): string
  /** Stops it where it stands, as a process that the system gives no time; `resume` lets it go on. */
  pause(): void
  resume(): void
  /** kill -9: nothing is finished, nothing is closed. Settles when the process is gone. */
  kill(): Promise<void>
  /** Starts it again on the same port and folder after `kill` or `stop`. */
  restart(): Promise<void>
  /** SIGTERM; the folder stays. Throws where it does not end in time. */
  stop(): Promise<void>
  /** Ends it in any way and removes its data. */
  remove(): Promise<void>
}

export interface ServerProcessOptions {
  /** Settings of CONTRACT section 9; PORT, HOST and DATA_DIR are given by this. */
  env?: Record<string, string>
  /** A stopped server's data to start from, copied: its folder, or the address of its PostgreSQL database. */
  copyOf?: string
  /** In place of `NODE_FLAGS`. */
  nodeFlags?: string[]
}

/** Starts `dist/server/main.js` on a free port with a data folder of its own; throws with its words if it ends. */
export async function startServerProcess({
  env = {},
  copyOf,
  nodeFlags = NODE_FLAGS,
}: ServerProcessOptions = {}): Promise<ServerProcess> {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} is missing: run \`npm run build\` first.`)
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-server-'))
  const dataDir = join(folder, 'data')
  const database = copyOf?.startsWith('postgres:') ? await copyPostgresDatabase(copyOf) : null
  if (copyOf !== undefined && !database) cpSync(copyOf, dataDir, { recursive: true })
  let port = 0
  let output = ''
  let child: ChildProcess | null = null

  const start = async () => {
    const started = spawn(process.execPath, [...nodeFlags, MAIN], {
      cwd: folder,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        GUEST_SESSIONS_PER_MINUTE: '100000',
        // A voice would record what the hotel's bot says beside whatever is walked through.
        SPEECH_URL: 'off',
        SECRETS_KEY_FILE: TEST_SECRETS_KEY_FILE,
        ...(database ? { DATABASE_URL: database.url } : {}),
        ...env,
        PORT: String(port),
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const before = output.length
    const note = (data: Buffer) => (output += data.toString())
    started.stdout.on('data', note)
    started.stderr.on('data', note)
    port = await waitUntilListening(started, () => output.slice(before), START_DEADLINE_MS)
  }
  const end = async (signal: NodeJS.Signals, deadlineMs: number) => {
    const current = child
    if (!current || hasEnded(current)) return
    current.kill(signal)
    await waitFor(`the server to end on ${signal}`, () => hasEnded(current), deadlineMs)
  }

  await start()
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    readPid: () => child?.pid ?? 0,
    databaseUrl: database?.url ?? null,
    readOutput: () => output,
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    kill: () => end('SIGKILL', STOP_DEADLINE_MS),
    restart: start,
    stop: () => end('SIGTERM', STOP_DEADLINE_MS),
    async remove() {
      await end('SIGKILL', STOP_DEADLINE_MS)
      await database?.drop()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
