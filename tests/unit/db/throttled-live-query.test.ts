import Dexie, { type Table } from 'dexie'
import { afterEach, expect, it } from 'vitest'
import { throttledLiveQuery } from '#src/db/throttled-live-query.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const WRITES = 40
const REST_MS = 200

class Numbers extends Dexie {
  declare numbers: Table<{ id: number }, number>
}

let open: Numbers | undefined
afterEach(async () => {
  await open?.delete()
})

async function openNumbers(): Promise<Numbers> {
  const db = new Numbers(`numbers-${crypto.randomUUID()}`)
  db.version(1).stores({ numbers: 'id' })
  await db.open()
  open = db
  return db
}

it('a burst of changes is read in few steps: the first at once, the last never missed', async () => {
  const db = await openNumbers()
  const counts: number[] = []
  const readAt: number[] = []
  const count = async () => {
    const found = await db.numbers.count()
    readAt.push(performance.now())
    return found
  }
  const subscription = throttledLiveQuery(count, REST_MS).subscribe(
    (found) => counts.push(found),
    (error) => expect.unreachable(String(error)),
  )
  await waitFor('the first reading', () => counts.length > 0)
  for (let id = 0; id < WRITES; id += 1) await db.numbers.add({ id })
  await waitFor('the last change to be read', () => counts.at(-1) === WRITES)
  // Also what comes after a long quiet is followed.
  await db.numbers.add({ id: WRITES })
  await waitFor('the change after it to be read', () => counts.at(-1) === WRITES + 1)
  subscription.unsubscribe()
  // Every reading is told, also those that were outdated by then.
  expect(counts).toHaveLength(readAt.length)
  const gaps = readAt.slice(1).map((at, index) => at - (readAt[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(REST_MS - 2)
  expect(readAt.length).toBeLessThan(WRITES / 2)
})

it('once it is let go, nothing more is read or told', async () => {
  const db = await openNumbers()
  const counts: number[] = []
  const subscribe = (restMs: number) =>
    throttledLiveQuery(() => db.numbers.count(), restMs).subscribe(
      (found) => counts.push(found),
      (error) => expect.unreachable(String(error)),
    )
  const subscription = subscribe(1)
  await waitFor('the first reading', () => counts.length === 1)
  await db.numbers.add({ id: 1 })
  subscription.unsubscribe()
  // Another one is told of the same change: by then the first would have been, too.
  const other = subscribe(1)
  await db.numbers.add({ id: 2 })
  await waitFor('the other to be told', () => counts.at(-1) === 2)
  other.unsubscribe()
  expect(counts.filter((found) => found === 0)).toHaveLength(1)
  expect(counts.length).toBeLessThanOrEqual(3)
})

it('a reading knows whether somebody still waits for it', async () => {
  const db = await openNumbers()
  const wanted: boolean[] = []
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  const read = async (isWanted: () => boolean) => {
    wanted.push(isWanted())
    await Dexie.waitFor(isLetGo)
    wanted.push(isWanted())
    return db.numbers.count()
  }
  const told: number[] = []
  const subscription = throttledLiveQuery(read, 1).subscribe((found) => told.push(found))
  await waitFor('the reading to begin', () => wanted.length === 1)
  subscription.unsubscribe()
  letGo()
  await waitFor('the reading to go on', () => wanted.length === 2)
  expect(wanted).toEqual([true, false])
  expect(told).toEqual([])
})
