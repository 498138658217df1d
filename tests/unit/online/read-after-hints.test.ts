import { setTimeout } from 'node:timers/promises'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { rowHints } from '#src/lib/row-hints.ts'
import { readAfterHints } from '#src/online/read-after-hints.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const queryKey = ['list', 'things']
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  client.clear()
})

/** What a reading brings is what was stored when it began; it arrives when it is let go. */
function openList(stored: string) {
  const environment = { stored }
  const readings: { answer(): void; fail(): void }[] = []
  const queryFn = () => {
    const { stored: words } = environment
    return new Promise<string>((resolve, reject) => {
      readings.push({ answer: () => resolve(words), fail: () => reject(new Error('no line')) })
    })
  }
  ends.push(
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined),
    readAfterHints(client, queryKey, (list) => list === null || list === 'things'),
  )
  return { environment, readings, read: () => client.getQueryData<string>(queryKey) }
}

async function untilReadings(list: ReturnType<typeof openList>, count: number): Promise<void> {
  await waitFor(`${count} readings`, () => list.readings.length === count)
}

describe('a hint', () => {
  it('during the first reading of all has another one follow it', async () => {
    const list = openList('before')
    await untilReadings(list, 1)
    list.environment.stored = 'after'
    rowHints.raise('things')
    list.readings[0]?.answer()
    await untilReadings(list, 2)
    expect(list.read()).toBe('before')
    list.readings[1]?.answer()
    await waitFor('what came after', () => list.read() === 'after')
  })

  it('during a first reading that fails has another one follow it', async () => {
    const list = openList('before')
    await untilReadings(list, 1)
    rowHints.raise(null)
    list.readings[0]?.fail()
    await untilReadings(list, 2)
    list.readings[1]?.answer()
    await waitFor('the list', () => list.read() === 'before')
  })

  it('of many in quick succession breaks no reading off, and one follows them all', async () => {
    const list = openList('before')
    await untilReadings(list, 1)
    list.readings[0]?.answer()
    await waitFor('the list', () => list.read() === 'before')
    rowHints.raise('things')
    await untilReadings(list, 2)
    list.environment.stored = 'after'
    for (let nth = 0; nth < 5; nth += 1) rowHints.raise('things')
    list.readings[1]?.answer()
    await untilReadings(list, 3)
    list.readings[2]?.answer()
    await waitFor('what came after', () => list.read() === 'after')
    await waitFor('no reading to be under way', () => client.isFetching({ queryKey }) === 0)
    expect(list.readings).toHaveLength(3)
  })

  it('about another list has nothing read again', async () => {
    const list = openList('before')
    await untilReadings(list, 1)
    list.readings[0]?.answer()
    await waitFor('the list', () => list.read() === 'before')
    rowHints.raise('others')
    await setTimeout(50)
    expect([list.readings.length, client.isFetching({ queryKey })]).toEqual([1, 0])
  })
})
