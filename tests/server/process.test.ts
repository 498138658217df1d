import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyDatabaseTemplate } from '#tests/support/database-template.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-server.ts'
import { DEAD_PORT, findFreePort } from '#tests/support/free-port.ts'
import { NODE_FLAGS } from '#tests/support/server-process.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const MAIN = path.resolve('dist', 'server', 'main.js')

interface Process {
  url: string
  /** Standard output and error, as far as they came. */
  read(): { out: string; error: string }
  /** Null while it runs. */
  exitCode(): number | null
  signal(name: NodeJS.Signals): void
}

describe('the process', () => {
  let folder = ''
  let database: TestDatabase
  const running: Process[] = []
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bellhop-process-'))
    database = await createTestDatabase()
  })
  afterEach(async () => {
    for (const process of running.splice(0)) {
      process.signal('SIGKILL')
      await waitFor('the process to end', () => process.exitCode() !== null)
    }
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  })

  function run(env: Record<string, string>): Process {
    const { databaseUrl, dataDir } = database.settings
    const settings = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }
    const clean = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', ...settings, ...env }
    const child = spawn(process.execPath, [...NODE_FLAGS, MAIN], {
      cwd: folder,
      env: clean,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const text = { out: '', error: '' }
    let code: number | null = null
    child.stdout.on('data', (data: Buffer) => (text.out += data.toString()))
    child.stderr.on('data', (data: Buffer) => (text.error += data.toString()))
    void once(child, 'close').then(
      ([exit, signal]) => (code = typeof exit === 'number' ? exit : signal ? 137 : 1),
    )
    const started: Process = {
      url: `http://127.0.0.1:${env['PORT'] ?? ''}`,
      read: () => text,
      exitCode: () => code,
      signal: (name) => void child.kill(name),
    }
    running.push(started)
    return started
  }
  async function waitForHealth(server: Process): Promise<void> {
    await waitFor('a healthy server', async () => (await fetch(`${server.url}/api/health`)).ok)
  }
  /** The one line with which a start that can't be ends. */
  async function readRefusal(server: Process): Promise<string> {
    await waitFor('the process to give up', () => server.exitCode() !== null)
    expect(server.exitCode()).toBe(1)
    const { error } = server.read()
    // As a list: whatever is said beside it is told where this fails.
    expect(error.trim().split('\n')).toEqual([expect.stringContaining('Bellhop did not start: ')])
    return error
  }

  it('prints where it is and who may sign in, and ends well on SIGTERM', async () => {
    const server = run({ PORT: String(await findFreePort()) })
    await waitForHealth(server)
    const port = new URL(server.url).port
    await waitFor('the words', () => server.read().out.includes('Password'))
    const { out } = server.read()
    expect(out).toContain(`http://localhost:${port}\n`)
    expect(out).toContain(`http://localhost:${port}/guest`)
    expect(out).toContain('agent, maria, manager, marketing, operator, admin')
    expect(out).toContain('bellhop-demo')
    server.signal('SIGTERM')
    await waitFor('the end', () => server.exitCode() !== null, 5_000)
    expect(server.exitCode()).toBe(0)
  })

  it('names a port that is taken', async () => {
    const port = String(await findFreePort())
    const shared = { PORT: port, SEED: 'none', SECRETS_KEY_FILE: path.join(folder, 'secrets.key') }
    const server = run(shared)
    await waitForHealth(server)
    const dataDir = path.join(folder, 'other')
    await copyDatabaseTemplate(dataDir)
    const other = run({ ...shared, DATA_DIR: dataDir })
    expect(await readRefusal(other)).toContain(`port ${port} is in use`)
  })

  it('names a wrong setting, and keeps secrets', async () => {
    expect(await readRefusal(run({ PORT: 'abc' }))).toContain('PORT=abc')
    const refusal = await readRefusal(run({ PORT: '0', DATABASE_URL: 'mysql://root:hunter2@db' }))
    expect(refusal).toContain('DATABASE_URL')
    expect(refusal).not.toContain('hunter2')
  })

  it('does not open a demonstration with its default password to the network', async () => {
    expect(await readRefusal(run({ PORT: '0', HOST: '0.0.0.0' }))).toContain('DEMO_PASSWORD')
  })

  it('sets no first password that is easy to guess', async () => {
    const admin = { PORT: '0', SEED: 'none', ADMIN_USERNAME: 'ada.lovelace' }
    expect(await readRefusal(run({ ...admin, ADMIN_PASSWORD: 'password123' }))).toContain('ADMIN_PASSWORD')
    expect(await readRefusal(run({ ...admin, ADMIN_PASSWORD: 'Ada.Lovelace' }))).toContain('the username')
    expect(await readRefusal(run({ PORT: '0', DEMO_PASSWORD: '1234567890' }))).toContain('DEMO_PASSWORD')
  })

  it('names a certificate that is missing', async () => {
    const refusal = await readRefusal(run({ PORT: '0', SEED: 'none', TLS_CERT: 'no.pem', TLS_KEY: 'no.key' }))
    expect(refusal).toContain('no.pem does not exist')
  })

  it('names a database that does not answer, without its password', async () => {
    const address = `postgres://someone:hunter2@127.0.0.1:${DEAD_PORT}/none`
    const refusal = await readRefusal(run({ PORT: '0', DATABASE_URL: address }))
    expect(refusal).toContain('DATABASE_URL')
    expect(refusal).not.toContain('hunter2')
  })
})
