import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { hasEnded, waitUntilListening } from './listening.ts'
import { TEST_SECRETS_KEY_FILE } from './secrets-key.ts'
import { NODE_FLAGS } from './server-process.ts'
import type { TestDatabase } from './test-server.ts'
import { waitFor } from './wait-for.ts'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const START_DEADLINE_MS = 240_000

/** A server of its own process, bundled from the sources as they are; nothing has to be built before. */
export interface SourceProcess {
  url: string
  wsUrl: string
  /** Stops it where it stands, as a process that the system gives no time; `resume` lets it go on. */
  pause(): void
  resume(): void
  /** kill -9: nothing is finished, nothing is closed. */
  kill(): Promise<void>
  /** Starts it again, on the same port and database, after `kill`. */
  restart(): Promise<void>
  /** Ends it in any way; the database stays. */
  remove(): Promise<void>
}

/** Starts it on a database that outlives it; `env` is added to the settings. Throws with its words if it ends. */
export async function startSourceProcess(
  database: TestDatabase,
  env: Record<string, string>,
): Promise<SourceProcess> {
  let port = 0
  const { databaseUrl, dataDir } = database.settings
  const where = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }
  const folder = await bundleServer()
  let child: ChildProcess | null = null
  const restart = async () => {
    let output = ''
    const started = spawn(process.execPath, [...NODE_FLAGS, path.join(folder, 'main.js')], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'test',
        SEED: 'none',
        // A voice would record what the hotel's bot says beside whatever is tested.
        SPEECH_URL: 'off',
        SECRETS_KEY_FILE: TEST_SECRETS_KEY_FILE,
        PORT: String(port),
        ...where,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const note = (data: Buffer) => void (output += data.toString())
    started.stdout.on('data', note)
    started.stderr.on('data', note)
    port = await waitUntilListening(started, () => output, START_DEADLINE_MS)
  }
  const kill = async () => {
    const current = child
    current?.kill('SIGKILL')
    await waitFor('the server to be gone', () => current === null || hasEnded(current))
  }
  const remove = async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await restart()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}/`,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    restart,
    kill,
    remove,
  }
}

/** A bundle starts in a fraction of the time that the sources need one by one, and a test starts it again and again. */
async function bundleServer(): Promise<string> {
  const folder = path.join(ROOT, '.cache', `server-${randomUUID()}`)
  const configFile = path.join(ROOT, 'vite.server.config.ts')
  await build({ root: ROOT, configFile, logLevel: 'error', build: { outDir: folder, sourcemap: false } })
  return folder
}
