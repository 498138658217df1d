import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOG_LOCK } from '#server/store/log/log-lock.ts'
import {
  createClient,
  makeKey,
  openStaffSocket,
  readField,
  signIn,
  type Client,
} from '#tests/support/api-client.ts'
import { startSourceProcess, type SourceProcess } from '#tests/support/source-process.ts'
import { makeChat, refTo } from '#tests/support/test-hotel.ts'
import {
  createTestDatabase,
  isPostgresRun,
  startTestServer,
  type TestDatabase,
} from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

/** A write waits for a lock for so long at most; what a busy machine needs beside it is added. */
const BOUND_MS = 8_000 + 4_000

let database: TestDatabase
let frozen: SourceProcess
let other: SourceProcess
/** Beside both, on the same database. */
let beside: pg.Client

/** Two processes of the system on one database, which an embedded database can't have (E1). */
describe.skipIf(!isPostgresRun)('a process that is stopped while it holds the lock of the log', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    const held = ['mine', 'other'].map((id) => makeChat(id, { holder: refTo('agent'), pausedAt: new Date() }))
    await (await startTestServer({ database, hotel: { chats: held } })).stop()
    ;[frozen, other] = await Promise.all([startSourceProcess(database, {}), startSourceProcess(database, {})])
    beside = new pg.Client({ connectionString: database.settings.databaseUrl ?? '' })
    await beside.connect()
  })
  afterAll(async () => {
    await beside.end()
    await Promise.all([frozen.remove(), other.remove()])
    await database.remove()
  })

  const send = (client: Client, chatId: string, text: string, key = makeKey()) =>
    client.call(`/api/takeover/send/${chatId}`, { method: 'POST', json: { text }, key })
  const countMessages = async (text: string) =>
    (await beside.query('select from messages where text = $1', [text])).rowCount

  /**
   * Has a write of the process wait with the log's lock in its hands, and stops it there; nothing stands in its way any more.
   * `answer` is what the write comes to, whenever that is.
   */
  async function stopInsideWrite<T>(write: () => Promise<T>): Promise<{ answer: Promise<T> }> {
    await beside.query('begin')
    // The log's next entry is another's who has not committed, so that whoever writes it waits, after taking the lock.
    await beside.query(`insert into changes (seq, type, chat_id)
      select last_value + is_called::int, 'new_message', 'none' from changes_seq`)
    const answer = write()
    await waitFor('the write to wait with the lock', () => isLogHeld('active'))
    frozen.pause()
    await beside.query('rollback')
    await waitFor('its transaction to be idle', () => isLogHeld('idle in transaction'))
    return { answer }
  }

  /** In this database: the same number is the lock of every hotel's log, and other tests have theirs on this server. */
  async function isLogHeld(state: string): Promise<boolean> {
    // In a transaction, what connections do is as it was when first asked for.
    await beside.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await beside.query(
      `select from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and objid = $1 and granted and state = $2 and datname = current_database()`,
      [LOG_LOCK, state],
    )
    return rowCount === 1
  }

  it('lets others write in time, and goes on afterwards: nothing is lost, nothing is there twice', async () => {
    const agent = await signIn(frozen, 'agent')
    const elsewhere = createClient(other, agent.token)
    const here = await openStaffSocket(frozen, agent)
    const there = await openStaffSocket(other, elsewhere)
    const key = makeKey()
    const stopped = await stopInsideWrite(() => send(agent, 'mine', 'stopped', key))

    const startedAt = performance.now()
    const waiting = [send(elsewhere, 'other', 'waiting'), send(elsewhere, 'mine', 'behind it')]
    const health = await waitFor('the other to say what it can’t do', async () => {
      const answer = await createClient(other).call('/api/health')
      return answer.status === 503 ? answer.body : null
    })
    expect([readField(health, 'cannot'), readField(health, 'reason')]).toEqual([
      ['write'],
      'the lock of the change log is not given back',
    ])
    expect((await elsewhere.call('/api/info/chats/mine')).status).toBe(200)
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
    expect(performance.now() - startedAt).toBeLessThan(BOUND_MS)
    await waitFor('health', async () => (await createClient(other).call('/api/health')).status === 200)
    expect((await send(elsewhere, 'other', 'as ever')).status).toBe(200)

    frozen.resume()
    expect((await stopped.answer).status).toBe(503)
    expect(await countMessages('stopped')).toBe(0)
    expect((await send(agent, 'mine', 'stopped', key)).status).toBe(200)
    expect((await send(elsewhere, 'mine', 'stopped', key)).status).toBe(200)
    expect((await createClient(frozen).call('/api/health')).status).toBe(200)

    for (const text of ['stopped', 'waiting', 'behind it', 'as ever'])
      expect(await countMessages(text), text).toBe(1)
    const seqsOf = (socket: typeof here) => socket.ofType('new_message').map(({ seq }) => seq)
    await waitFor('all frames', () => [here, there].every((socket) => seqsOf(socket).length === 4))
    expect(seqsOf(here)).toEqual(seqsOf(there))
    await here.close()
    await there.close()
  })
})
