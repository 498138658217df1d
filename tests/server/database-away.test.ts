import type { KyselyPlugin } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '#server/errors.ts'
import { HealthCheck } from '#server/health-check.ts'
import { createLog } from '#server/log.ts'
import { createPostgresPool } from '#server/store/engines/postgres-pool.ts'
import { configureCalls } from '#server/store/engines/postgres-settings.ts'
import { LOG_LOCK } from '#server/store/log/log-lock.ts'
import { Outages } from '#server/store/outages.ts'
import { createClient, makeKey, readField, signIn, type Client } from '#tests/support/api-client.ts'
import { cutDatabase, makeReadOnly, raiseCode } from '#tests/support/database-outage.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import {
  createTestDatabase,
  isPostgresRun,
  startTestServer,
  type TestDatabase,
  type TestServer,
} from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let database: TestDatabase
let server: TestServer
let agent: Client

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ database, hotel: makeHotel() })
  agent = await signIn(server, 'agent')
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const send = (text: string, key = makeKey()) =>
  agent.call('/api/takeover/send/mine', { method: 'POST', json: { text }, key })
const readHealth = () => createClient(server).call('/api/health')
const waitForHealth = (status: number) =>
  waitFor(`health to be ${status}`, async () => {
    const health = await readHealth()
    return health.status === status ? health : null
  })
const countMessages = async (text: string) => {
  const { db } = server.context.store
  return (await db.selectFrom('messages').select('id').where('text', '=', text).execute()).length
}
const outageLines = () => server.logLines.filter((line) => line.includes('database unavailable'))

/** The last one is that of a full disk. */
const CODES = [
  '08006',
  '25006',
  '25P03',
  '40001',
  '40P01',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P03',
  '53100',
]

describe('a database that refuses for a while', () => {
  it('answers writes with 503 and reads as ever while it is read-only, and is not healthy', async () => {
    const { store } = server.context
    const restore = await makeReadOnly(store, database.settings.databaseUrl)
    const sent = await waitFor('a write to be refused for it', async () => {
      const answer = await send('read-only')
      return readField(answer.body, 'code') === 'unavailable' ? answer : null
    })
    expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '3'])
    await waitFor('a read', async () => (await agent.call('/api/info/chats/mine')).status === 200)
    const health = await waitForHealth(503)
    expect(health.body).toEqual({
      status: 'unavailable',
      version: server.context.version,
      cannot: ['write'],
      reason: 'the database is read-only',
    })
    expect(health.headers.get('retry-after')).toBe('2')
    await restore()
    await waitFor('a write', async () => (await send('writable again')).status === 200)
    await waitForHealth(200)
  })

  it('is no fault of the server’s, whichever way it says so, and is said once; a full disk makes it unhealthy', async () => {
    const own = await startTestServer()
    const { store } = own.context
    for (const code of CODES)
      await expect(raiseCode(store, code), code).rejects.toThrow(DatabaseUnavailableError)
    await expect(raiseCode(store, '23505')).rejects.not.toThrow(DatabaseUnavailableError)
    expect(own.logLines).toHaveLength(1)
    expect(own.logLines[0]).toContain('database unavailable')
    const { status, body } = await createClient(own).call('/api/health')
    expect([status, readField(body, 'cannot'), readField(body, 'reason')]).toEqual([
      503,
      ['write'],
      'the disk of the database is full',
    ])
    await own.stop()
  })
})

it('an outage ends when a statement succeeds some time after the last failure', () => {
  const lines: string[] = []
  let now = 0
  const outages = new Outages(
    createLog('info', (line) => lines.push(line)),
    () => now,
  )
  const fail = () => outages.noteFailure(new DatabaseUnavailableError('away', null))
  fail()
  fail()
  now = 9_999
  outages.noteSuccess()
  fail()
  now = 19_998
  outages.noteSuccess()
  expect(outages.readLast()?.reason).toBe('away')
  now = 19_999
  outages.noteSuccess()
  expect(outages.readLast()).toBeNull()
  expect(lines.map((line) => readField(JSON.parse(line), 'event'))).toEqual([
    'database unavailable',
    'database available again',
  ])
})

it('many who ask for the health at once are told by one statement', async () => {
  let statements = 0
  const { store } = server.context
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const health = new HealthCheck({ ...store, db: store.db.withPlugin(counting) })
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => health.read()))
  expect(new Set(answers)).toEqual(new Set([null]))
  expect(await health.read()).toBeNull()
  expect(statements).toBe(1)
})

it.skipIf(isPostgresRun)('an embedded database that is busy is not healthy, and is again', async () => {
  let release: () => void = () => undefined
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const work = server.context.store.transact(() => isReleased)
  // What was found a moment before is said for a second.
  const { body } = await waitForHealth(503)
  expect(readField(body, 'reason')).toBe('the database does not answer in time')
  release()
  await work
  await waitForHealth(200)
})

describe.skipIf(!isPostgresRun)('PostgreSQL', () => {
  const url = () => database.settings.databaseUrl ?? ''

  it('that is away is said once and answered with 503, and what is sent again arrives once', async () => {
    const restore = await cutDatabase(url())
    const key = makeKey()
    const refused = await waitFor('a write to be refused', async () => {
      const answer = await send('while away', key)
      return answer.status === 200 ? null : answer
    })
    expect([refused.status, readField(refused.body, 'code')]).toEqual([503, 'unavailable'])
    expect(refused.headers.get('retry-after')).toBe('3')
    expect((await agent.call('/api/info/chats')).status).toBe(503)
    const health = await waitForHealth(503)
    expect(readField(health.body, 'cannot')).toEqual(['read', 'write'])
    // All that it has said since the outage before, if any.
    expect(server.logLines.filter((line) => !line.includes('database unavailable'))).toEqual([])
    expect(outageLines().length).toBeLessThanOrEqual(1)
    await restore()
    await waitFor('the write', async () => (await send('while away', key)).status === 200)
    expect(await countMessages('while away')).toBe(1)
    await waitForHealth(200)
  })

  /** A process that the system gives no time any more, in the middle of a write: it holds the log's lock and says nothing. */
  async function freezeWriter(config: pg.ClientConfig): Promise<pg.Client> {
    const frozen = new pg.Client(config)
    frozen.on('error', () => undefined)
    await frozen.connect()
    await frozen.query('begin')
    await frozen.query('select pg_advisory_xact_lock($1)', [LOG_LOCK])
    return frozen
  }

  it('lets others write when a process is stopped in the middle of a write', async () => {
    const frozen = await freezeWriter(configureCalls(url()))
    const answers = await Promise.all([send('one'), send('two')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await frozen.end().catch(() => undefined)
  })

  it('answers a write that waits for a lock for too long with 503, and its health says why', async () => {
    const frozen = await freezeWriter({ connectionString: url() })
    const sent = send('too long')
    const health = await waitForHealth(503)
    expect([readField(health.body, 'cannot'), readField(health.body, 'reason')]).toEqual([
      ['write'],
      'the lock of the change log is not given back',
    ])
    expect((await sent).status).toBe(503)
    expect(await countMessages('too long')).toBe(0)
    await frozen.end()
    expect((await send('free again')).status).toBe(200)
    await waitForHealth(200)
  })

  it('never uses a connection again whose answer did not come', async () => {
    const raw = new pg.Pool({ ...configureCalls(url()), max: 1 })
    raw.on('error', () => undefined)
    const pool = createPostgresPool(raw, 50)
    const stuck = await pool.connect()
    await expect(stuck.query('select pg_sleep(600)', [])).rejects.toThrow('timeout')
    await expect(stuck.query('rollback', [])).rejects.toThrow('timeout')
    stuck.release()
    const next = await createPostgresPool(raw, null).connect()
    expect((await next.query<{ one: number }>('select 1 as one', [])).rows).toEqual([{ one: 1 }])
    next.release()
    await raw.end()
  })
})
