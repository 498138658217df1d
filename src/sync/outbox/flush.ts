import { readLane, readOperations } from '#src/db/outbox/operations.ts'
import { writeOutbox } from '#src/db/write.ts'
import { isUnderstood, type Operation } from '#src/domain/outbox/operation.ts'
import { findHead } from '#src/domain/outbox/lane.ts'
import { clampNextAt, UNCERTAIN_READS, UNCERTAIN_WINDOW_MS, wakeAt } from '#src/domain/outbox/timing.ts'
import {
  checkReadiness,
  holdOperation,
  holdUnknownVersion,
  holdWindowClosed,
  leaveInDoubt,
} from '#src/domain/outbox/transitions.ts'
import type { SyncContext } from '../context.ts'
import { loading } from '#src/lib/loading.ts'
import { attemptOperation, type Claimant } from './attempt.ts'
import { describeAttempt } from './describe-attempt.ts'
import { checkWindow } from './check-window.ts'
import { resolveUncertain } from './resolve-uncertain.ts'
import { storeStep } from './store-step.ts'

/** Chats are independent (O2); more at once would only crowd a weak line. */
const LANES_AT_ONCE = 4

export interface FlushOptions {
  claimant: Claimant
  /** Whether calls may be tried: without a line only ages are checked, so that nothing gets into doubt for nothing. */
  isLineUp(): boolean
  /** Done before each attempt; with it somebody goes on where this tab is closed in the middle (O5). */
  prepare?(): Promise<void>
  /** Pulls everything up to now into the mirror (O10: 'pull to the end first'). */
  pull(): Promise<void>
}

export interface FlushResult {
  /** When there is work again, ms of the device's clock; null: nothing until something changes. */
  wakeAt: number | null
  isUnauthorized: boolean
}

type Step = 'again' | 'stop' | 'unauthorized'

/** Sends all that is due, first in, first out per chat (O2), and says when to come back. Only the leader calls it. */
export async function flushOutbox(context: SyncContext, options: FlushOptions): Promise<FlushResult> {
  await recoverOrphans(context)
  const lanes = [
    ...new Set((await readOperations(context.workspace.outbox)).map((operation) => operation.lane)),
  ]
  let isUnauthorized = false
  const worker = async () => {
    for (let lane = lanes.shift(); lane !== undefined && !isUnauthorized; lane = lanes.shift()) {
      let step: Step = 'again'
      while (step === 'again' && !context.signal.aborted && !isUnauthorized)
        step = await stepLane(context, lane, options)
      if (step === 'unauthorized') isUnauthorized = true
    }
  }
  await Promise.all(Array.from({ length: LANES_AT_ONCE }, worker))
  return { wakeAt: await findWake(context), isUnauthorized }
}

/**
 * What is on the wire although no attempt runs: its tab or worker died, or its outcome could not be stored. The doubt
 * stays, and it goes on from there. One flush runs at a time, so at its start there are no others.
 */
export async function recoverOrphans({ workspace, clock }: SyncContext): Promise<void> {
  for (const operation of await readOperations(workspace.outbox)) {
    if (operation.state !== 'sending') continue
    await storeStep(workspace, operation, leaveInDoubt(operation, clock.now(), 0))
  }
}

/** The line is back: nothing waits out a backoff that was meant for a dead one (O3). */
export async function resetBackoff({ workspace, clock }: SyncContext): Promise<void> {
  const { outbox } = workspace
  await writeOutbox(workspace, [outbox.operations], async () => {
    await outbox.operations.where('state').equals('queued').modify({ nextAt: clock.now() })
  })
}

/** The head is read afresh at each step (O4). */
async function stepLane(context: SyncContext, lane: string, options: FlushOptions): Promise<Step> {
  const { workspace, clock } = context
  const head = findHead(await readLane(workspace.outbox, lane))
  if (!head) return 'stop'
  const now = clock.now()
  if (!isUnderstood(head) && head.state === 'queued') {
    await storeStep(workspace, head, holdUnknownVersion(head))
    return 'stop'
  }
  if (head.state === 'uncertain') {
    if (!options.isLineUp() || !isReadDue(head, now)) return 'stop'
    return (await resolveUncertain(context, head, options.pull)) ? 'again' : 'stop'
  }
  if (head.state !== 'queued') return 'stop'
  const readiness = await checkAge(context, head, options)
  if (readiness === 'hold') {
    await storeStep(workspace, head, holdOperation(head))
    return 'stop'
  }
  if (readiness === 'wait' || !options.isLineUp() || clampNextAt(head.nextAt, now) > now) return 'stop'
  const opening = await checkWindow(context, head, options.pull)
  if (opening === 'hold') await storeStep(workspace, head, holdWindowClosed(head))
  if (opening !== 'send') return 'stop'
  await options.prepare?.()
  const result = await loading.during(describeAttempt(head.kind), () =>
    attemptOperation(context, head, options.claimant),
  )
  if (result === 'unauthorized') return 'unauthorized'
  if (result === 'later') {
    await storeStep(workspace, head, { ...head, nextAt: now + UNCERTAIN_WINDOW_MS / UNCERTAIN_READS })
    return 'stop'
  }
  return 'again'
}

/** O10: an old head in keyed doubt may have arrived long ago, so everything is read before a person is asked. */
async function checkAge(
  context: SyncContext,
  head: Operation,
  options: FlushOptions,
): Promise<'send' | 'hold' | 'wait'> {
  const offersKeys = context.capabilities().idempotency
  const readiness = checkReadiness(head, context.clock.now(), offersKeys, false)
  if (readiness !== 'pull-first') return readiness
  if (!options.isLineUp()) return 'wait'
  try {
    await options.pull()
  } catch {
    return 'wait'
  }
  return 'hold'
}

function isReadDue(operation: Operation, now: number): boolean {
  return (wakeAt(operation, now) ?? now) <= now
}

async function findWake({ workspace, clock }: SyncContext): Promise<number | null> {
  const now = clock.now()
  const lanes = new Map<string, Operation[]>()
  for (const operation of await readOperations(workspace.outbox)) {
    lanes.set(operation.lane, [...(lanes.get(operation.lane) ?? []), operation])
  }
  const times = [...lanes.values()].flatMap((lane) => {
    const head = findHead(lane)
    return head ? (wakeAt(head, now) ?? []) : []
  })
  return times.length === 0 ? null : Math.min(...times)
}
