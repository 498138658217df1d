import { QueryClient, QueryObserver } from '@tanstack/react-query'
import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { createListWrites, type ListPlan } from '#src/online/list-writes.ts'
import { waitFor } from '#tests/support/wait-for.ts'

interface Thing {
  id: string
  name: string
}

const queryKey = ['list', 'things']
const session = {
  target: { origin: 'https://hotel.example', fetch },
  token: 'token',
  hasContractBodies: true,
}
const client = new QueryClient()
afterEach(() => client.clear())

/** A list on the screen, and an environment in memory whose readings take as long as `reading` says. */
async function openList(stored: Thing[]) {
  const environment = { stored, reads: 0, reading: Promise.resolve() }
  const plan: ListPlan<Thing, object> = {
    name: 'things',
    schema: v.array(v.object({ id: v.string(), name: v.string() })),
    async list() {
      environment.reads += 1
      await environment.reading
      return environment.stored
    },
    update(_session, { id }, patch) {
      const change = (thing: Thing) => (thing.id === id ? { ...thing, ...patch } : thing)
      environment.stored = environment.stored.map(change)
      return Promise.resolve({
        kind: 'done',
        row: environment.stored.find((thing) => thing.id === id) ?? null,
      })
    },
  }
  const online = { openSession: () => Promise.resolve(session), syncNow: () => undefined }
  const queryFn = () => plan.list(session, new AbortController().signal)
  new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  const read = () => client.getQueryData<Thing[]>(queryKey)
  await waitFor('the first reading', () => read() !== undefined)
  return { environment, read, writes: createListWrites(plan, { online, client, queryKey }) }
}

describe('a write while the list is being read', () => {
  const one = { id: '1', name: 'one' }
  const two = { id: '2', name: 'two' }

  it('stands against that reading, which is made again', async () => {
    const { environment, read, writes } = await openList([one, two])
    environment.reading = new Promise(() => undefined)
    void client.invalidateQueries({ queryKey })
    await waitFor('the reading to begin', () => environment.reads === 2)
    environment.reading = Promise.resolve()
    // Somebody else's change, of which that reading was to tell.
    environment.stored = [one, { ...two, name: 'two of theirs' }]
    expect(await writes.update(one, { name: 'one of mine' }, { isLeaving: false })).toMatchObject({
      kind: 'done',
    })
    expect(read()?.[0]?.name).toBe('one of mine')
    await waitFor('theirs', () => read()?.[1]?.name === 'two of theirs')
    expect([read()?.[0]?.name, environment.reads]).toEqual(['one of mine', 3])
  })

  it('reads nothing again where nothing was being read', async () => {
    const { environment, writes } = await openList([one, two])
    await writes.update(one, { name: 'one of mine' }, { isLeaving: false })
    expect([environment.reads, client.isFetching({ queryKey })]).toEqual([1, 0])
  })
})
