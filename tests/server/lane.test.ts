import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Lane } from '#server/store/engines/lane.ts'

/** Takes a turn, notes it and keeps it for a moment. */
async function pass(take: () => Promise<() => void>, name: string, passed: string[]): Promise<void> {
  const release = await take()
  passed.push(name)
  await sleep(1)
  release()
}

describe('the lane of the one connection', () => {
  it('is taken in the order in which takers come, by one at a time', async () => {
    const lane = new Lane()
    const passed: string[] = []
    const first = await lane.take()
    const others = ['b', 'c', 'd'].map((name) => pass(() => lane.take(), name, passed))
    await sleep(5)
    expect(passed).toEqual([])
    first()
    await Promise.all(others)
    expect(passed).toEqual(['b', 'c', 'd'])
  })

  it('is left to the others by who is patient, also to one who comes again at once', async () => {
    const lane = new Lane()
    const passed: string[] = []
    const first = await lane.take()
    const patient = pass(() => lane.takePatiently(), 'patient', passed)
    const call = (async () => {
      for (const name of ['one', 'two', 'three']) await pass(() => lane.take(), name, passed)
    })()
    first()
    await Promise.all([patient, call])
    expect(passed).toEqual(['one', 'two', 'three', 'patient'])
  })

  it('comes to who is patient while the others never end', async () => {
    const lane = new Lane()
    const passed: string[] = []
    let isOver = false
    const crowd = (async () => {
      while (!isOver) await pass(() => lane.take(), 'other', passed)
    })()
    for (const name of ['p1', 'p2']) await pass(() => lane.takePatiently(), name, passed)
    isOver = true
    await crowd
    expect(passed.filter((name) => name !== 'other')).toEqual(['p1', 'p2'])
    const between = passed.slice(passed.indexOf('p1') + 1, passed.indexOf('p2'))
    expect(between.length).toBeGreaterThan(5)
  })
})
