import Dexie from 'dexie'
import {
  KIND_VERSIONS,
  type Expectation,
  type Operation,
  type OperationWork,
  waitsForUser,
} from '#src/domain/outbox/operation.ts'
import type { OutboxDatabase } from './database.ts'

/** All operations in order of lane and place. There are few: they are what is not sent yet. */
export async function readOperations(outbox: OutboxDatabase): Promise<Operation[]> {
  return outbox.operations.orderBy('[lane+pos]').toArray()
}

/** One lane's operations in order. */
export async function readLane(outbox: OutboxDatabase, lane: string): Promise<Operation[]> {
  return outbox.operations.where('[lane+pos]').between([lane, Dexie.minKey], [lane, Dexie.maxKey]).toArray()
}

export async function countOperations(outbox: OutboxDatabase): Promise<number> {
  return outbox.operations.count()
}

export type NewOperation = OperationWork & { id: string; lane: string; now: number; expects?: Expectation }

/** Puts an operation at the end of its lane, `known` where that was read. Call it inside a write on operations. */
export async function appendOperation(
  outbox: OutboxDatabase,
  made: NewOperation,
  known?: readonly Operation[],
): Promise<Operation> {
  const lane = known ?? (await readLane(outbox, made.lane))
  const operation = makeOperation(made, (lane.at(-1)?.pos ?? 0) + 1)
  await outbox.operations.add(operation)
  return operation
}

/** Puts an operation directly before the given place of its lane: half a place before it. */
export async function insertOperationBefore(
  outbox: OutboxDatabase,
  made: NewOperation,
  pos: number,
): Promise<Operation> {
  const lane = await readLane(outbox, made.lane)
  const before = lane.filter((other) => other.pos < pos).at(-1)
  const operation = makeOperation(made, before ? (before.pos + pos) / 2 : pos - 0.5)
  await outbox.operations.add(operation)
  return operation
}

/** Removes an operation and the bytes that belong to it. Call it inside a write on operations and files. */
export async function removeOperation(outbox: OutboxDatabase, id: string): Promise<void> {
  await outbox.operations.delete(id)
  await outbox.files.delete(id)
}

/**
 * Puts a takeover where it takes effect: before whatever waits for the user, behind which it would never go out (O2),
 * else at the end. A refused takeover that stood there is what this one replaces. Call it inside a write on operations.
 */
export async function addTakeover(
  outbox: OutboxDatabase,
  made: NewOperation & { kind: 'pause' },
): Promise<Operation> {
  const lane = await readLane(outbox, made.lane)
  const waiting = lane.find(({ state }) => waitsForUser(state))
  if (!waiting) return appendOperation(outbox, made)
  const operation = await insertOperationBefore(outbox, made, waiting.pos)
  if (waiting.kind === 'pause' && waiting.doubt === 'none') await outbox.operations.delete(waiting.id)
  return operation
}

function makeOperation(made: NewOperation, pos: number): Operation {
  const { id, lane, now, expects, ...work } = made
  return {
    id,
    version: KIND_VERSIONS[made.kind],
    lane,
    pos,
    createdAt: now,
    ageFrom: now,
    attempts: 0,
    nextAt: now,
    firstSentAt: null,
    doubt: 'none',
    expects: expects ?? {},
    seenBefore: null,
    boundTo: null,
    state: 'queued',
    claim: null,
    reason: null,
    ...work,
  }
}
