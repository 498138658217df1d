import { isUnderstood, type Operation } from '#src/domain/outbox/operation.ts'
import { readDeviceCounts, type DeviceCounts } from './device-counts.ts'
import { readCursor } from './mirror/meta.ts'
import { readOperations } from './outbox/operations.ts'
import type { Workspace } from './workspace.ts'

/** An operation without anything of a guest in it. */
export interface DiagnosedOperation {
  /** A number in this diagnosis's own counting: operations of one lane have the same. */
  lane: number
  kind: string
  state: string
  code: string | null
  doubt: string
  attempts: number
  /** s; negative where a clock was set back. */
  ageS: number
  /** s until the next attempt may be made; negative where that has passed. */
  dueInS: number
  version: number
}

/** What the local databases say of themselves, in numbers and words of ours. */
export interface DatabaseFacts {
  counts: DeviceCounts
  /** Rows in each table. */
  mirror: Record<string, number>
  outbox: Record<string, number>
  hasCursor: boolean
  /** Wishes of screens that the network has not met, by kind, and how many of these failed. */
  fetchRequests: Record<string, { count: number; failed: number }>
  operations: DiagnosedOperation[]
}

/** Reads the databases for a diagnosis: no name, no word, no id and no token of theirs is in what it gives. */
export async function readDatabaseFacts(workspace: Workspace, now: number): Promise<DatabaseFacts> {
  const { mirror, outbox } = workspace
  const operations = await readOperations(outbox)
  const lanes = [...new Set(operations.map(({ lane }) => lane))]
  const fetchRequests: DatabaseFacts['fetchRequests'] = {}
  for (const { request, problem } of await mirror.fetchRequests.toArray()) {
    const before = fetchRequests[request.kind] ?? { count: 0, failed: 0 }
    fetchRequests[request.kind] = {
      count: before.count + 1,
      failed: before.failed + (problem === null ? 0 : 1),
    }
  }
  return {
    counts: await readDeviceCounts(workspace),
    mirror: await countTables(mirror.tables),
    outbox: await countTables(outbox.tables),
    hasCursor: (await readCursor(mirror)) !== null,
    fetchRequests,
    operations: operations.map((operation) => diagnose(operation, lanes.indexOf(operation.lane) + 1, now)),
  }
}

interface Countable {
  name: string
  count(): PromiseLike<number>
}

async function countTables(tables: readonly Countable[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) counts[table.name] = await table.count()
  return counts
}

/** What a newer build wrote may say anything in any field: of that only its numbers are told. */
function diagnose(operation: Operation, lane: number, now: number): DiagnosedOperation {
  const isKnown = isUnderstood(operation)
  const { kind, state, reason, doubt, attempts, createdAt, nextAt, version } = operation
  return {
    lane,
    kind: isKnown ? kind : 'unknown',
    state: isKnown ? state : 'unknown',
    code: isKnown ? (reason?.code ?? null) : null,
    doubt: isKnown ? doubt : 'unknown',
    attempts,
    ageS: toSeconds(now - createdAt),
    dueInS: toSeconds(nextAt - now),
    version,
  }
}

function toSeconds(ms: number): number {
  return Math.round(ms / 1_000)
}
