import type { Holder } from '../chats/holder.ts'
import {
  AWAITING_CONFIRMATION,
  isMessageKind,
  type Doubt,
  type Operation,
  type OperationWork,
  type Reason,
} from './operation.ts'
import {
  backOff,
  canExpire,
  clampSince,
  isKeyStale,
  isTooOld,
  TAKEOVER_TRIES,
  UNCERTAIN_READS,
  UNCERTAIN_WINDOW_MS,
} from './timing.ts'

/**
 * The outbox state machine (DESIGN section 4) as pure functions: an operation and an event in, the next operation
 * out; null means that it is gone. Storing, reading and sending are the callers'.
 */

/** How an attempt ended, as far as the environment's own answer tells. */
export type Outcome =
  | { type: 'accepted'; hasRow: boolean }
  | { type: 'busy'; retryAfterMs: number }
  | { type: 'unauthorized' }
  | { type: 'refused'; reason: Reason }
  /** Network error, stall, redirect, HTML, 5xx: it may have arrived or not. */
  | { type: 'unknown' }

export interface Attempt {
  claim: string
  now: number
  /** Whether the environment announced `idempotency` for this attempt. */
  keyed: boolean
}

/** queued -> sending: written before the call, so that a crash in between leaves the doubt on record. */
export function claimOperation(operation: Operation, attempt: Attempt, seenBefore: string | null): Operation {
  const doubt: Doubt = operation.doubt === 'unkeyed' || !attempt.keyed ? 'unkeyed' : 'keyed'
  return {
    ...operation,
    state: 'sending',
    claim: attempt.claim,
    reason: null,
    doubt,
    attempts: operation.attempts + 1,
    firstSentAt: operation.firstSentAt ?? attempt.now,
    seenBefore: attempt.keyed ? operation.seenBefore : seenBefore,
  }
}

/** sending -> next, by the outcome. `before` is the operation as it was before the attempt. */
export function settleAttempt(
  operation: Operation,
  before: Pick<Operation, 'doubt' | 'firstSentAt'>,
  outcome: Outcome,
  now: number,
  random: number,
): Operation | null {
  switch (outcome.type) {
    case 'accepted':
      return outcome.hasRow
        ? null
        : { ...operation, state: 'sent', claim: null, reason: null, doubt: 'none', sentAt: now }
    case 'busy':
      return {
        ...requeue(operation, now + outcome.retryAfterMs),
        doubt: before.doubt,
        firstSentAt: before.firstSentAt,
      }
    case 'unauthorized':
      return { ...requeue(operation, now), doubt: before.doubt, firstSentAt: before.firstSentAt }
    case 'refused':
      return { ...operation, state: 'failed', claim: null, reason: outcome.reason, doubt: 'none' }
    case 'unknown':
      return leaveInDoubt(operation, now, random)
  }
}

/** sending, but its sender is gone or the outcome is unknown: the doubt stays. */
export function leaveInDoubt(operation: Operation, now: number, random: number): Operation {
  if (operation.doubt === 'unkeyed') {
    return { ...operation, state: 'uncertain', claim: null, reason: null, since: now, reads: 0 }
  }
  return requeue(operation, now + backOff(operation.attempts, random))
}

/** What a due head must do before it may be sent. */
export type Readiness = 'send' | 'pull-first' | 'hold'

/** O10 for a queued head. `pulled` says that everything up to now was read since the doubt arose. */
export function checkReadiness(
  operation: Operation,
  now: number,
  offersKeys: boolean,
  pulled: boolean,
): Readiness {
  const isStale = isKeyStale(operation, now, offersKeys)
  const isLate = canExpire(operation) && isTooOld(operation, now)
  if (!isLate && !isStale) return 'send'
  return operation.doubt === 'keyed' && offersKeys && !pulled ? 'pull-first' : 'hold'
}

/** Awaits the user's yes: too old, or no longer known whether it arrived. */
export function awaitConfirmation(operation: Operation): Operation {
  const reason: Reason = operation.doubt === 'unkeyed' ? { code: 'delivery_unknown' } : { code: 'too_old' }
  return { ...operation, state: AWAITING_CONFIRMATION, claim: null, reason }
}

/** Awaits the user's yes: its channel has closed since it was written (O10). */
export function awaitConfirmationOfWindow(operation: Operation): Operation {
  return { ...operation, state: AWAITING_CONFIRMATION, claim: null, reason: { code: 'window_closed' } }
}

/** uncertain, and a successful read showed nothing of it (message-like kinds). */
export function noteEmptyRead(operation: Operation, now: number): Operation {
  if (operation.state !== 'uncertain') return operation
  const reads = operation.reads + 1
  const since = clampSince(operation, now)
  if (reads >= UNCERTAIN_READS && now - since >= UNCERTAIN_WINDOW_MS)
    return awaitConfirmationOfDelivery(operation)
  return { ...operation, reads, since }
}

/** uncertain, and the chat was read again (takeover-like kinds). */
export function noteChatRead(
  operation: Operation,
  isEffectThere: boolean,
  now: number,
  random: number,
): Operation | null {
  if (isEffectThere) return null
  if (operation.attempts >= TAKEOVER_TRIES) return awaitConfirmationOfDelivery(operation)
  return { ...requeue(operation, now + backOff(operation.attempts, random)), doubt: 'none' }
}

/** Three reads showed nothing, or reading is not allowed. */
export function awaitConfirmationOfDelivery(operation: Operation): Operation {
  return { ...operation, state: AWAITING_CONFIRMATION, claim: null, reason: { code: 'delivery_unknown' } }
}

/** The person wants it back: its fate is read once more, and the next read that shows nothing says 'unknown'. */
export function askSettlement(operation: Operation, now: number): Operation {
  return {
    ...operation,
    state: 'uncertain',
    claim: null,
    reason: null,
    since: now - UNCERTAIN_WINDOW_MS,
    reads: UNCERTAIN_READS - 1,
  }
}

/** An operation that this build does not understand (D4). */
export function awaitConfirmationOfVersion(operation: Operation): Operation {
  return { ...operation, state: AWAITING_CONFIRMATION, claim: null, reason: { code: 'unknown_version' } }
}

/**
 * The person says send it (again, anyway). Same id, age from now; where a repeat is not known to be harmless a new id,
 * which the caller asks for only after a warning. `holderNow` is who holds the chat as the person now sees it.
 */
export function sendAgain(operation: Operation, now: number, newId: string | null, seen: SeenNow): Operation {
  return {
    ...operation,
    id: newId ?? operation.id,
    state: 'queued',
    claim: null,
    reason: null,
    ageFrom: now,
    nextAt: now,
    attempts: newId === null ? operation.attempts : 0,
    doubt: newId === null ? operation.doubt : 'none',
    firstSentAt: newId === null ? operation.firstSentAt : null,
    expects: hasFixedExpectation(operation) ? operation.expects : renewExpectation(operation.expects, seen),
  }
}

/** What the person sees at the moment of a new yes. */
export interface SeenNow {
  holder: string
  helpAt: string | null | undefined
}

/** Whether the effect of a takeover-like operation is there, in the chat as it was just read. */
export function hasEffect(
  operation: OperationWork,
  chat: { user: Holder | null; pausedAt: string | null; needsHelp: boolean },
  isMine: boolean,
): boolean {
  switch (operation.kind) {
    case 'pause':
      return isMine && chat.pausedAt !== null
    case 'play':
      return !isMine && (chat.user !== null || chat.pausedAt === null)
    case 'resolve':
      return !chat.needsHelp
    case 'pass':
      return chat.user?.id === operation.payload.userId
    default:
      return false
  }
}

/** A message expects nothing, and a pass always that it is the user's own chat. */
function hasFixedExpectation({ kind }: Operation): boolean {
  return isMessageKind(kind) || kind === 'pass'
}

function requeue(operation: Operation, nextAt: number): Operation {
  return { ...operation, state: 'queued', claim: null, reason: null, nextAt }
}

function renewExpectation(expects: Operation['expects'], seen: SeenNow): Operation['expects'] {
  return {
    ...expects,
    ...(expects.holder === undefined ? {} : { holder: seen.holder }),
    ...(expects.helpAt === undefined ? {} : { helpAt: seen.helpAt ?? null }),
  }
}
