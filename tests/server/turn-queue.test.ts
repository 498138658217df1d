import { describe, expect, it } from 'vitest'
import { TurnQueue, type TurnQueueLimits } from '#server/auth/turn-queue.ts'
import { ApiError } from '#server/errors.ts'

const LIMITS: TurnQueueLimits = { running: 2, waiting: 6, waitingOfClient: 4, waitMs: 60_000 }

/** Work that ends when the test says so, in the order in which it began. */
function makeWork(limits: Partial<TurnQueueLimits> = {}) {
  const queue = new TurnQueue({ ...LIMITS, ...limits })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const add = (client: string, name = client) =>
    queue
      .run(client, () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(ApiError)
        expect(error).toMatchObject({ status: 503, extras: { retryAfterSeconds: 2 } })
        refused.push(name)
      })
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  /** Ends one after the other until nothing runs. */
  const endAll = async () => {
    for (await settle(); ends.length > 0; await settle()) ends.shift()?.()
  }
  return { begun, ends, refused, add, settle, endAll }
}

describe('a queue of turns', () => {
  it('runs two at once, and the next when one ends, also when it fails', async () => {
    const work = makeWork()
    const all = ['a', 'b', 'c'].map((client) => work.add(client))
    await work.settle()
    expect(work.begun).toEqual(['a', 'b'])
    work.ends.shift()?.()
    await work.settle()
    expect(work.begun).toEqual(['a', 'b', 'c'])
    await work.endAll()
    await Promise.all(all)

    const queue = new TurnQueue({ ...LIMITS, running: 1 })
    const failing = queue.run('a', () => Promise.reject(new Error('no memory')))
    const next = queue.run('a', () => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('no memory')
    expect(await next).toBe('done')
  })

  it('takes turns over clients, however many one of them has waiting', async () => {
    const work = makeWork()
    for (const name of ['m1', 'm2', 'm3', 'm4', 'm5']) void work.add('many', name)
    void work.add('one')
    void work.add('two')
    await work.endAll()
    expect(work.begun).toEqual(['m1', 'm2', 'm3', 'one', 'two', 'm4', 'm5'])
    expect(work.refused).toEqual([])
  })

  it('refuses what one client has waiting beyond its share', async () => {
    const work = makeWork()
    for (const name of ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']) void work.add('many', name)
    void work.add('one')
    await work.settle()
    expect(work.refused).toEqual(['m7'])
    await work.endAll()
    expect(work.begun).toContain('one')
  })

  it('makes room in a full queue for who has less in it', async () => {
    const work = makeWork()
    for (const name of ['r1', 'r2', 'm1', 'm2', 'm3', 'm4']) void work.add('many', name)
    for (const client of ['a', 'b', 'c', 'd']) void work.add(client)
    await work.settle()
    expect(work.refused).toEqual(['m4', 'm3'])
    // Everybody has one or two waiting now: who comes last is who is refused.
    void work.add('e')
    await work.settle()
    void work.add('f')
    await work.settle()
    expect(work.refused).toEqual(['m4', 'm3', 'm2', 'f'])
    await work.endAll()
    expect(work.begun).toEqual(['r1', 'r2', 'm1', 'a', 'b', 'c', 'd', 'e'])
  })

  it('lets nobody wait for longer than it says', async () => {
    const work = makeWork({ running: 1, waitMs: 5 })
    void work.add('a')
    await work.add('b')
    expect([work.begun, work.refused]).toEqual([['a'], ['b']])
    await work.endAll()
    expect(work.begun).toEqual(['a'])
  })
})
