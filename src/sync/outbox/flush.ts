import { isOwnFailure, readFailure } from '#src/api/errors.ts'
import { readLane, readOperations } from '#src/db/outbox/operations.ts'
import { writeOutbox } from '#src/db/write.ts'
import { isUnderstood, TICKET_LANE, type Operation } from '#src/domain/outbox/operation.ts'
import { findHead } from '#src/domain/outbox/lane.ts'
import { clampNextAt, isKeyStale, wakeAt } from '#src/domain/outbox/timing.ts'
import {
  checkReadiness,
  awaitConfirmation,
  awaitConfirmationOfVersion,
  awaitConfirmationOfWindow,
  leaveInDoubt,
} from '#src/domain/outbox/transitions.ts'
import type { SyncContext } from '../context.ts'
import { refreshChat } from '../refresh.ts'
import { settleMirrored } from '../settle-arrived.ts'
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
  /** Whether to go on after an operation: a leader that another one waits for ends with the attempt that is under way. */
  isWanted?(): boolean
  /** Pulls everything up to now into the mirror (O10: 'pull to the end first'). */
  pull(): Promise<void>
}

export interface FlushResult {
  /** When there is work again, ms of the device's clock; null: nothing until something changes. */
  wakeAt: number | null
  isUnauthorized: boolean
  /**
   * `blocked`: what had to be read before something that is due could go on was not given; it is asked for again with a backoff
   * (O3). `idle`: nothing was due.
   */
  outcome: 'blocked' | 'moved' | 'idle'
}

type Step = 'again' | 'stop' | 'blocked' | 'unauthorized'

/**
 * Sends all that is due, first in, first out per chat (O2), and says when to come back. Only the leader calls it. Settles once
 * no attempt runs any more, also where a lane throws: the others go on, and the first error is thrown at the end.
 */
export async function flushOutbox(context: SyncContext, options: FlushOptions): Promise<FlushResult> {
  await recoverOrphans(context)
  const lanes = [
    ...new Set((await readOperations(context.workspace.outbox)).map((operation) => operation.lane)),
  ]
  let isUnauthorized = false
  let outcome: FlushResult['outcome'] = 'idle'
  const faults: unknown[] = []
  const mayGoOn = () => !context.signal.aborted && !isUnauthorized && options.isWanted?.() !== false
  const runLane = async (lane: string) => {
    let step: Step = 'again'
    while (step === 'again' && mayGoOn()) {
      step = await stepLane(context, lane, options)
      if (step === 'again' && outcome === 'idle') outcome = 'moved'
    }
    if (step === 'unauthorized') isUnauthorized = true
    if (step === 'blocked') outcome = 'blocked'
  }
  const worker = async () => {
    for (let lane = lanes.shift(); lane !== undefined && mayGoOn(); lane = lanes.shift())
      await runLane(lane).catch((error: unknown) => faults.push(error))
  }
  await Promise.all(Array.from({ length: LANES_AT_ONCE }, worker))
  if (faults.length > 0) throw faults[0]
  return { wakeAt: await findWake(context), isUnauthorized, outcome }
}

/**
 * What a tab or worker left that died, or could not store an outcome: what the mirror shows as a message already is gone; what is
 * on the wire although no attempt runs keeps its doubt, and goes on from there. One flush runs at a time, so at its start
 * there are no others.
 */
export async function recoverOrphans({ workspace, clock }: SyncContext): Promise<void> {
  for (const operation of await settleMirrored(workspace)) {
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
    await storeStep(workspace, head, awaitConfirmationOfVersion(head))
    return 'stop'
  }
  if (head.state === 'uncertain') {
    if (!options.isLineUp() || !isReadDue(head, now)) return 'stop'
    return (await resolveUncertain(context, head, options.pull)) ? 'again' : 'blocked'
  }
  if (head.state !== 'queued') return 'stop'
  const readiness = await checkAge(context, head, options)
  if (readiness === 'hold') {
    await storeStep(workspace, head, awaitConfirmation(head))
    return 'stop'
  }
  if (readiness === 'wait') return options.isLineUp() ? 'blocked' : 'stop'
  if (!options.isLineUp()) return 'stop'
  // Late, its next look would be at once, and so on (`wakeAt`): it waits as what is blocked does.
  if (clampNextAt(head.nextAt, now) > now) return readiness === 'send-late' ? 'blocked' : 'stop'
  const opening = await checkWindow(context, head, options.pull)
  if (opening === 'hold') await storeStep(workspace, head, awaitConfirmationOfWindow(head))
  if (opening !== 'send') return opening === 'wait' ? 'blocked' : 'stop'
  await options.prepare?.()
  const result = await loading.during(describeAttempt(head.kind), () =>
    attemptOperation(context, head, options.claimant, readiness === 'send-late'),
  )
  if (result === 'unauthorized') return 'unauthorized'
  return result === 'later' ? 'blocked' : 'again'
}

/**
 * O10: an old head in keyed doubt may have arrived long ago, so everything is read before a person is asked. Of a chat that is gone
 * by then nothing can be read: the call is repeated, to which its key is the only witness. One that never arrived can't any more.
 */
async function checkAge(
  context: SyncContext,
  head: Operation,
  options: FlushOptions,
): Promise<'send' | 'send-late' | 'hold' | 'wait'> {
  const offersKeys = context.capabilities().idempotency
  const readiness = checkReadiness(head, context.clock.now(), offersKeys, false)
  if (readiness !== 'pull-first') return readiness
  if (!options.isLineUp()) return 'wait'
  try {
    await options.pull()
    if (isKeyStale(head, context.clock.now(), offersKeys) || head.lane === TICKET_LANE) return 'hold'
    return (await isGone(context, head.lane)) ? 'send-late' : 'hold'
  } catch {
    return 'wait'
  }
}

/** A chat that the environment does not give for another reason is not known to be gone. Throws where the line gives nothing. */
async function isGone(context: SyncContext, chatId: string): Promise<boolean> {
  try {
    return (await refreshChat(context, chatId)) === null
  } catch (error) {
    if (isOwnFailure(readFailure(error))) return false
    throw error
  }
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
