import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '#server/errors.ts'
import { claimJobs } from '#server/jobs/claim-job.ts'
import type { JobEffect, JobWork } from '#server/jobs/job-runner.ts'
import { createLog } from '#server/log.ts'
import { describeBotMessage } from '#server/store/chats/write-chats.ts'
import { enqueueJob } from '#server/store/jobs/enqueue-job.ts'
import { signIn } from '#tests/support/api-client.ts'
import { runJobs } from '#tests/support/run-jobs.ts'
import { makeHotel } from '#tests/support/test-hotel.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let server: TestServer
let kind = ''
let kinds = 0

beforeAll(async () => {
  server = await startTestServer({ hotel: makeHotel() })
})
beforeEach(() => {
  kinds += 1
  kind = `test.${kinds}`
})
afterAll(() => server.stop())

const enqueue = (
  payload: unknown,
  { lane = null, delayMs = 0 }: { lane?: string | null; delayMs?: number } = {},
) => server.context.store.transact((tx) => enqueueJob(tx, { kind, payload, lane, delayMs }))
const readJobs = () =>
  server.context.store.db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute()

type JobHandler = JobWork['prepare']

const withRunners = (
  count: number,
  handler: JobHandler,
  work: () => Promise<void>,
  rest: Partial<JobWork> = {},
) => runJobs({ server, kind, count }, { prepare: handler, ...rest }, work)

const readIndex = (payload: unknown) => (payload as { index: number }).index

describe('jobs (E4)', () => {
  it('are done once, by whichever of several runners', async () => {
    const done: unknown[] = []
    const handler: JobHandler = ({ payload }) => {
      done.push(payload)
      return Promise.resolve(null)
    }
    await withRunners(3, handler, async () => {
      for (let index = 0; index < 30; index += 1) await enqueue({ index })
      await waitFor('all to be done', async () => (await readJobs()).length === 0)
    })
    expect(done).toHaveLength(30)
    expect(new Set(done.map((payload) => JSON.stringify(payload))).size).toBe(30)
  })

  it('are claimed several at once, of each lane its first, up to the room that there is', async () => {
    for (const [lane, index] of [
      ['one', 1],
      ['one', 2],
      ['two', 3],
      [null, 4],
      [null, 5],
    ] as const)
      await enqueue({ index }, { lane })
    const claim = async (most: number) =>
      (await claimJobs(server.context.store.db, [kind], most)).map(({ payload }) => payload)
    expect((await claim(3)).map(readIndex).sort()).toEqual([1, 3, 4])
    expect((await claim(3)).map(readIndex)).toEqual([5])
    expect(await claim(3)).toEqual([])
    await server.context.store.db.deleteFrom('jobs').where('kind', '=', kind).execute()
  })

  it('commit their changes through the log, with the removal of their row', async () => {
    const agent = await signIn(server, 'agent')
    const handler: JobHandler = () =>
      Promise.resolve(() => Promise.resolve([describeBotMessage({ chatId: 'free', text: 'from a job' })]))
    await withRunners(2, handler, async () => {
      await enqueue({})
      await waitFor('the row to go', async () => (await readJobs()).length === 0)
    })
    const { body } = await agent.call('/api/info/chats/free/messages')
    const texts = (body as { text: string }[]).map(({ text }) => text)
    expect(texts.filter((text) => text === 'from a job')).toHaveLength(1)
  })

  it('are not there when the causing transaction fails', async () => {
    const failing = server.context.store.transact(async (tx) => {
      await enqueueJob(tx, { kind, payload: {}, lane: null })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await readJobs()).toEqual([])
  })

  it('wait for their time', async () => {
    let doneAt = 0
    const handler: JobHandler = () => {
      doneAt = performance.now()
      return Promise.resolve(null)
    }
    await withRunners(1, handler, async () => {
      const enqueuedAt = performance.now()
      await enqueue({}, { delayMs: 400 })
      await waitFor('the job', () => doneAt > 0)
      expect(doneAt - enqueuedAt).toBeGreaterThanOrEqual(390)
    })
  })

  it('run again after a failure, later each time, with nothing of the failed run', async () => {
    const agent = await signIn(server, 'agent')
    const attempts: number[] = []
    const handler: JobHandler = (job) => {
      attempts.push(job.attempts)
      return Promise.resolve((tx) => {
        if (job.attempts === 1) {
          return tx
            .updateTable('chats')
            .set({ displayName: 'half done' })
            .where('id', '=', 'long')
            .execute()
            .then(() => Promise.reject(new Error('fails once')))
        }
        return Promise.resolve([])
      })
    }
    await withRunners(1, handler, async () => {
      await enqueue({})
      await waitFor('the failure', async () => (await readJobs())[0]?.lastError === 'fails once')
      expect((await agent.call('/api/info/chats/long')).body).toMatchObject({ displayName: 'Guest of long' })
      await waitFor('the second run', async () => (await readJobs()).length === 0)
    })
    expect(attempts).toEqual([1, 2])
  })

  it('are taken over when their process died during the preparation, which then has no effect', async () => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const answer = (text: string) => () => Promise.resolve([describeBotMessage({ chatId: 'empty', text })])
    const slow: JobHandler = () => gate.then(() => answer('from the slow one'))
    const quick: JobHandler = () => Promise.resolve(answer('from the other one'))
    await withRunners(1, slow, async () => {
      await enqueue({})
      await waitFor('the claim', async () => (await readJobs())[0]?.claim !== null)
      await server.context.store.db
        .updateTable('jobs')
        .set({ claimedUntil: new Date(0) })
        .where('kind', '=', kind)
        .execute()
      await withRunners(1, quick, () =>
        waitFor('the other one', async () => (await readJobs()).length === 0).then(),
      )
      release()
    })
    const agent = await signIn(server, 'agent')
    const { body } = await agent.call('/api/info/chats/empty/messages')
    expect((body as { text: string }[]).map(({ text }) => text)).toEqual(['from the other one'])
  })
})

describe('lanes of jobs (E4)', () => {
  it('do their jobs one after another, in the order in which they were written', async () => {
    const begun: unknown[] = []
    let isBusy = false
    const handler: JobHandler = async (job) => {
      expect(isBusy).toBe(false)
      isBusy = true
      begun.push(job.payload)
      await server.context.store.db.selectFrom('jobs').select('id').execute()
      isBusy = false
      return null
    }
    await withRunners(3, handler, async () => {
      for (let index = 0; index < 12; index += 1) await enqueue(index, { lane: 'chat' })
      await waitFor('all to be done', async () => (await readJobs()).length === 0)
    })
    expect(begun).toEqual(Array.from({ length: 12 }, (_, index) => index))
  })

  it('do not wait for one another', async () => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const done: unknown[] = []
    const handler: JobHandler = async ({ payload }) => {
      if (payload === 'slow') await gate
      done.push(payload)
      return null
    }
    await withRunners(1, handler, async () => {
      await enqueue('slow', { lane: 'one' })
      await enqueue('behind it', { lane: 'one' })
      await enqueue('elsewhere', { lane: 'other' })
      await waitFor('the other lane', () => done.length === 1)
      expect(done).toEqual(['elsewhere'])
      release()
      await waitFor('all to be done', async () => (await readJobs()).length === 0)
    })
    expect(done).toEqual(['elsewhere', 'slow', 'behind it'])
  })

  it('wait for a job that failed, and go on without one that is given up', async () => {
    const done: unknown[] = []
    const handler: JobHandler = ({ payload }) => {
      if (payload === 'broken') throw new Error('never works')
      done.push(payload)
      return Promise.resolve(null)
    }
    const giveUp = ({ payload }: { payload: unknown }): JobEffect => {
      return () => {
        done.push(`${String(payload)}, given up`)
        return Promise.resolve([])
      }
    }
    const work = async () => {
      await enqueue('broken', { lane: 'one' })
      await enqueue('behind it', { lane: 'one' })
      await waitFor('the job behind it', () => done.length === 2)
    }
    await withRunners(1, handler, work, { maxAttempts: 2, giveUp })
    expect(done).toEqual(['broken, given up', 'behind it'])
    expect(await readJobs()).toMatchObject([{ payload: 'broken', lastError: 'never works', attempts: 2 }])
  })

  it('do not count a run that the database has failed', async () => {
    let runs = 0
    const handler: JobHandler = () => {
      runs += 1
      return runs < 3
        ? Promise.reject(new DatabaseUnavailableError('it is away', null))
        : Promise.resolve(null)
    }
    const giveUp = (): JobEffect => {
      throw new Error('is not to be given up')
    }
    await withRunners(
      1,
      handler,
      async () => {
        await enqueue('patient')
        await waitFor('it to be done', async () => (await readJobs()).length === 0)
      },
      { maxAttempts: 2, giveUp },
    )
    expect(runs).toBe(3)
  })

  it('leave what a stop breaks off to the next runner, uncounted and with nothing to tell', async () => {
    const breaksOff: JobHandler = async (_job, stopped) => {
      // A stop may come between the claim, which is what is waited for, and this.
      if (!stopped.aborted) await once(stopped, 'abort')
      stopped.throwIfAborted()
      return null
    }
    const giveUp = (): JobEffect => {
      throw new Error('is not to be given up')
    }
    const told: string[] = []
    const log = createLog('info', (line) => told.push(line))
    const isBegun = async () => (await readJobs()).some(({ claim }) => claim !== null)
    await enqueue('long')
    for (let stop = 0; stop < 3; stop += 1) {
      const work = { prepare: breaksOff, maxAttempts: 2, giveUp }
      await runJobs({ server, kind, count: 1, log }, work, () => waitFor('it to begin', isBegun).then())
      expect(await readJobs()).toMatchObject([{ claim: null, attempts: 0, failedAt: null }])
    }
    expect(told).toEqual([])
    await withRunners(
      1,
      () => Promise.resolve(null),
      () => waitFor('it to be done', async () => (await readJobs()).length === 0).then(),
    )
  })

  it('give up a job that ended its process each time', async () => {
    const given: unknown[] = []
    const handler: JobHandler = () => Promise.reject(new Error('is not called'))
    const giveUp = ({ attempts }: { attempts: number }): JobEffect => {
      given.push(attempts)
      return () => Promise.resolve([])
    }
    await enqueue('deadly')
    await server.context.store.db.updateTable('jobs').set({ attempts: 2 }).where('kind', '=', kind).execute()
    await withRunners(1, handler, () => waitFor('it to be given up', () => given.length > 0).then(), {
      maxAttempts: 2,
      giveUp,
    })
    expect(await readJobs()).toMatchObject([{ lastError: 'its process has ended each time' }])
  })
})
