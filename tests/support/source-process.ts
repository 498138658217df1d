import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './free-port.ts'
import type { TestDatabase } from './test-server.ts'
import { waitFor } from './wait-for.ts'
import { buildWorkerFile } from './worker-file.ts'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const SCRIPT = path.join(ROOT, 'tests/support/source-server.mjs')
const START_DEADLINE_MS = 60_000

/** A server of its own process, started from the sources as they are; nothing has to be built. */
export interface SourceProcess {
  url: string
  /** kill -9: nothing is finished, nothing is closed. */
  kill(): Promise<void>
  /** Starts it again, on the same port and database, after `kill`. */
  restart(): Promise<void>
}

/** Starts it on a database that outlives it; `env` is added to the settings. Throws with its words if it ends. */
export async function startSourceProcess(
  database: TestDatabase,
  env: Record<string, string>,
): Promise<SourceProcess> {
  const port = await findFreePort()
  const { databaseUrl, dataDir } = database.settings
  const where = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }
  const workerFile = await buildWorkerFile()
  let child: ChildProcess | null = null
  const restart = async () => {
    let output = ''
    const started = spawn(process.execPath, [SCRIPT], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'test',
        SEED: 'none',
        PORT: String(port),
        WORKER_FILE: workerFile,
        ...where,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const note = (data: Buffer) => void (output += data.toString())
    started.stdout.on('data', note)
    started.stderr.on('data', note)
    await waitFor(
      'the server to be ready',
      () => {
        if (started.exitCode !== null) throw new Error(`it ended with ${started.exitCode}: ${output}`)
        return output.includes('ready\n')
      },
      START_DEADLINE_MS,
    )
  }
  await restart()
  return {
    url: `http://127.0.0.1:${port}`,
    restart,
    async kill() {
      const current = child
      current?.kill('SIGKILL')
      await waitFor('the server to be gone', () => current === null || current.signalCode !== null)
    },
  }
}
