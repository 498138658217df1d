import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobWork } from '#server/jobs/job-runner.ts'
import { describeBotMessage } from '#server/store/chats/write-chats.ts'
import { enqueueJob } from '#server/store/jobs/enqueue-job.ts'
import { signIn } from '#tests/support/api-client.ts'
import { runJobs } from '#tests/support/run-jobs.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const kind = 'test.shared'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
})
afterAll(() => server.stop())

type JobHandler = JobWork['prepare']

const withRunners = (count: number, prepare: JobHandler, work: () => Promise<void>) =>
  runJobs({ server, kind, count }, { prepare }, work)
const readJobs = () =>
  server.context.store.db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute()
const readIndex = (payload: unknown) => (payload as { index: number }).index
/** Each in a lane of its own, all at the same moment. */
const enqueue = (count: number) =>
  server.context.store.transact(async (tx) => {
    for (let index = 0; index < count; index += 1)
      await enqueueJob(tx, { kind, payload: { index }, lane: `lane ${index}` })
  })

describe('jobs whose effects share a transaction (E4)', () => {
  it('have their effects once each, in fewer transactions than they are', async () => {
    const transactions = new Set<string>()
    const done: number[] = []
    const handler: JobHandler = ({ payload }) =>
      Promise.resolve({
        chatId: 'free',
        shared: async (tx) => {
          const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)
          transactions.add(rows[0]?.id ?? '')
          done.push(readIndex(payload))
          return [describeBotMessage({ chatId: 'free', text: `shared ${readIndex(payload)}` })]
        },
      })
    await enqueue(30)
    await withRunners(2, handler, async () => {
      await waitFor('all to be done', async () => (await readJobs()).length === 0)
    })
    expect(done.sort((left, right) => left - right)).toEqual(Array.from({ length: 30 }, (_, index) => index))
    expect(transactions.size).toBeLessThan(30)
    const agent = await signIn(server, 'agent')
    const { body } = await agent.call('/api/info/chats/free/messages')
    const texts = (body as { text: string }[])
      .map(({ text }) => text)
      .filter((text) => text.startsWith('shared'))
    expect(new Set(texts).size).toBe(30)
    expect(texts).toHaveLength(30)
  })

  it('are none the worse for one that fails, and for one that another process has taken over', async () => {
    const { store } = server.context
    const committed: number[] = []
    let prepared = 0
    const everybody = new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (prepared < 4) return
        clearInterval(timer)
        resolve()
      }, 5)
    })
    const handler: JobHandler = async ({ payload, attempts }) => {
      prepared += 1
      await everybody
      const index = readIndex(payload)
      if (index === 3)
        await store.db
          .updateTable('jobs')
          .set({ claim: 'of another' })
          .where('kind', '=', kind)
          .where('lane', '=', 'lane 3')
          .execute()
      return {
        chatId: 'free',
        shared: async (tx) => {
          await sql`insert into rate_limits (key, window_start, count) values (${`${kind} ${index}`}, now(), 1)`.execute(
            tx,
          )
          if (index === 1 && attempts === 1) throw new Error('fails once')
          return []
        },
      }
    }
    await enqueue(4)
    await withRunners(1, handler, async () => {
      await waitFor('all but one to be done', async () => (await readJobs()).length === 1)
      const rows = await store.db
        .selectFrom('rateLimits')
        .select('key')
        .where('key', 'like', `${kind} %`)
        .execute()
      committed.push(...rows.map(({ key }) => Number(key.split(' ')[1])))
    })
    expect(committed.sort()).toEqual([0, 1, 2])
    expect(await readJobs()).toMatchObject([{ lane: 'lane 3', claim: 'of another' }])
    await store.db.deleteFrom('jobs').where('kind', '=', kind).execute()
  })

  // Of a database that was away for a while: the first run still waits for its transaction when the second is ready.
  it('have one effect where a claim ran out and the same process claimed the job again', async () => {
    const { store } = server.context
    let tellReclaimed = () => {}
    const reclaimed = new Promise<void>((resolve) => (tellReclaimed = resolve))
    const effects: number[] = []
    const handler: JobHandler = async ({ payload, attempts }) => {
      const isLate = readIndex(payload) === 1
      if (isLate && attempts === 1)
        await store.db
          .updateTable('jobs')
          .set({ claim: null, claimedUntil: null })
          .where('kind', '=', kind)
          .where('lane', '=', 'lane 1')
          .execute()
      if (isLate && attempts === 2) tellReclaimed()
      // The other job's transaction is the first: both runs wait behind it.
      await reclaimed
      return {
        chatId: 'free',
        shared: () => {
          if (isLate) effects.push(attempts)
          return Promise.resolve([])
        },
      }
    }
    await enqueue(2)
    await withRunners(1, handler, async () => {
      await waitFor('both to be done', async () => (await readJobs()).length === 0)
    })
    expect(effects).toEqual([2])
  })
})
