import { createStore, type Store } from '#src/lib/store.ts'
import { placeInLane } from '#src/domain/outbox/lane.ts'
import type { Operation } from '#src/domain/outbox/operation.ts'
import type { ThreadEntry, ThreadReading } from './thread.ts'
import type { Workspace } from './workspace.ts'

/** For so long it is kept at most, ms: every thread was read again by then. */
const KEPT_MS = 2_000

/** An operation that this page has put into the outbox, and when it was committed, ms of `performance.now()`. */
interface JustQueued {
  operation: Operation
  at: number
}

const queuedBy = new WeakMap<Workspace, Store<readonly JustQueued[]>>()

/**
 * What this page has queued a moment ago. It is committed (O1); the live queries that read it again, with all else that a
 * thread is made of, take longer than the disk did.
 */
export function readJustQueued(workspace: Workspace): Store<readonly JustQueued[]> {
  const known = queuedBy.get(workspace)
  if (known) return known
  const store = createStore<readonly JustQueued[]>([])
  queuedBy.set(workspace, store)
  return store
}

/** Call it after the commit. */
export function noteQueued(workspace: Workspace, operations: readonly Operation[]): void {
  if (operations.length === 0) return
  const store = readJustQueued(workspace)
  const queued = operations.map((operation) => ({ operation, at: performance.now() }))
  store.set([...store.get(), ...queued])
  setTimeout(() => store.set(store.get().filter((each) => !queued.includes(each))), KEPT_MS)
}

/**
 * A reading of a thread with what was queued in it since the reading began, at its end; the same reading where that is
 * nothing. A reading that began later knows better: it has the operation, or what has become of it.
 */
export function mergeJustQueued(
  reading: ThreadReading,
  chatId: string,
  queued: readonly JustQueued[],
): ThreadReading {
  const known = new Set([...reading.entries.map(({ key }) => key), ...reading.operations.map(({ id }) => id)])
  const missing = queued.flatMap(({ operation, at }) =>
    at > reading.readAt && operation.lane === chatId && !known.has(operation.id) ? [operation] : [],
  )
  if (missing.length === 0) return reading
  const operations = [...reading.operations, ...missing]
  const added = missing.map((operation): ThreadEntry => {
    return { type: 'operation', key: operation.id, operation, place: placeInLane(operation, operations) }
  })
  const isAtEnd = reading.window.until === null
  return { ...reading, operations, entries: isAtEnd ? [...reading.entries, ...added] : reading.entries }
}
