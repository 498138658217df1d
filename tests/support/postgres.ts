import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from './free-port.ts'
import { findPostgresBinaries, findUnprivilegedUser } from './postgres-binaries.ts'
import { waitFor } from './wait-for.ts'

const START_DEADLINE_MS = 120_000
const SUPERUSER = 'bellhop'

/** A PostgreSQL of the tests' own, in a temporary folder, on loopback. */
export interface TestPostgres {
  /** Where the empty database `postgres` is. */
  url: string
  version: string
  /** What it logged so far. */
  readLog(): string
  /** Ends it at once, as where its machine loses it: connections are cut, and what was committed is replayed at the next start. */
  crash(): Promise<void>
  /** Starts it again after `crash`, at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts PostgreSQL as an unprivileged user. Throws with its own words where it does not come up. */
export async function startPostgres(): Promise<TestPostgres> {
  const user = findUnprivilegedUser()
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-postgres-'))
  if (user) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  const bin = await findPostgresBinaries(folder, user)
  const data = join(folder, 'data')
  const as = user ? { uid: user.uid, gid: user.gid } : {}
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...as, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error?.message ?? ''}`)
  const port = await findFreePort()
  const url = `postgres://${SUPERUSER}@127.0.0.1:${port}/postgres`
  const start = () => spawn(join(bin, 'postgres'), ['-D', data, ...listOptions(port)], { ...as, cwd: folder })
  let child = start()
  let output = collectOutput(child)
  const waitUntilUp = () => waitFor('PostgreSQL to answer', () => readVersion(url, child), START_DEADLINE_MS)
  try {
    const version = await waitUntilUp()
    return {
      url,
      version,
      readLog: () => output(),
      crash: () => endPostgres(child, 'SIGQUIT'),
      async restart() {
        child = start()
        output = collectOutput(child)
        await waitUntilUp()
      },
      stop: () => stopPostgres(child, folder),
    }
  } catch (error) {
    await stopPostgres(child, folder)
    throw new Error(`PostgreSQL did not start: ${output()}`, { cause: error })
  }
}

/** A database beside others; `drop` ends every connection to it. */
export interface PostgresDatabase {
  url: string
  drop(): Promise<void>
}

/** A fresh, empty database beside the one at `url`. */
export function createPostgresDatabase(url: string): Promise<PostgresDatabase> {
  return createBeside(url, 'template1')
}

/** A copy of the database at `url`, to which nobody may be connected. */
export function copyPostgresDatabase(url: string): Promise<PostgresDatabase> {
  const original = new URL(url).pathname.slice(1)
  return createBeside(withDatabase(url, 'postgres'), original)
}

async function createBeside(url: string, template: string): Promise<PostgresDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runSql(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    url: withDatabase(url, name),
    drop: () => runSql(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

function withDatabase(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** What the tests ask of durability is proven on the embedded database; here speed is worth more than power cuts. */
function listOptions(port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    autovacuum: 'off',
    jit: 'off',
    max_connections: '200',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function readVersion(url: string, child: ChildProcess): Promise<string> {
  if (child.exitCode !== null) throw new Error(`postgres exited with ${child.exitCode}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>('SELECT version() AS version')
    return rows[0]?.version ?? ''
  } finally {
    await client.end()
  }
}

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, sql: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql, values)
  } finally {
    await client.end()
  }
}

async function stopPostgres(child: ChildProcess, folder: string): Promise<void> {
  await endPostgres(child, 'SIGINT')
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

async function endPostgres(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  child.stdout?.on('data', (data: Buffer) => (text += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (text += data.toString()))
  return () => text
}
