import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFreePort } from '#tests/support/free-port.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const START = path.resolve('scripts', 'start.mjs')
/** Where sources changed since the last build, the start builds first. */
const BUILD_AND_START_MS = 90_000

/** What `npm start` runs; installed and built already, as by `npm test`. */
describe('the start', () => {
  let database: TestDatabase
  let child: ChildProcess | null = null
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    child?.kill('SIGTERM')
    await waitFor('the end', () => child === null || child.exitCode !== null || child.signalCode !== null)
    await database.remove()
  })

  it(
    'needs no setting, says where it is, and passes signals and exit code on',
    async () => {
      const port = await findFreePort()
      const { databaseUrl, dataDir } = database.settings
      const where = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }
      // Outside of tests nobody sets NODE_ENV.
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        PORT: String(port),
        ...where,
      }
      const started = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      let output = ''
      started.stdout.on('data', (data: Buffer) => (output += data.toString()))
      started.stderr.on('data', (data: Buffer) => (output += data.toString()))
      const url = `http://localhost:${port}`
      // One that has ended says why, and has not to be waited for.
      const hasSpoken = () => output.includes('Password') || started.exitCode !== null
      await waitFor('the sign-ins', hasSpoken, BUILD_AND_START_MS).catch((error: unknown) => {
        throw new Error(`The start said: ${output}`, { cause: error })
      })
      expect(output).toContain(`Console     ${url}\n`)
      expect(output).toContain('Sign in as  agent, maria')
      const page = await fetch(`${url}/`)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<div id="root"')
      started.kill('SIGTERM')
      await waitFor('the end', () => started.exitCode !== null, 5_500)
      expect(started.exitCode).toBe(0)
      await waitFor('the port to be free', () =>
        fetch(url).then(
          () => false,
          () => true,
        ),
      )
    },
    BUILD_AND_START_MS + 30_000,
  )
})
