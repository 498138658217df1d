import type { Holder } from '../chats/holder.ts'

/**
 * One thing that a person did and that the environment has yet to hear of (DESIGN section 4).
 *
 * Times are ms of the device's clock. `pos` is the only order within a lane.
 */
export type Operation = OperationBase & OperationWork & OperationProgress

/** The highest operation version that this build understands. Rows above it await confirmation, and are never deleted (D4). */
export const OPERATION_VERSION = 2

/**
 * The version since which a build knows a kind. An operation carries its kind's, so that a tab of an older build holds what
 * it would misread and goes on sending the rest (D4).
 */
export const KIND_VERSIONS: Record<OperationKind, number> = {
  send: 1,
  upload: 1,
  pause: 1,
  play: 1,
  resolve: 1,
  pass: 2,
  ticket: 2,
}

/** The lane that all tickets share (DESIGN section 4); no chat has it. */
export const TICKET_LANE = 'tickets'

interface OperationBase {
  /** UUIDv7; it is the Idempotency-Key. */
  id: string
  version: number
  /** The chat's id: operations of one lane go out one after another (O2). */
  lane: string
  pos: number
  createdAt: number
  /** From when its age counts: when it was written, or when the person last said 'send it' (O10). */
  ageFrom: number
  attempts: number
  /** Not before this time. */
  nextAt: number
  firstSentAt: number | null
  /** On the wire with no known outcome, with or without a key that makes a repeat harmless. */
  doubt: Doubt
  expects: Expectation
  /** The chat's newest message before an attempt without keys: what binds must be newer. */
  seenBefore: string | null
  /** The message that this operation turned out to be (O6). */
  boundTo: string | null
}

export type Doubt = 'none' | 'keyed' | 'unkeyed'

/** What the person saw when deciding (O11). Only what is named is checked. */
export interface Expectation {
  /** As `holderKey` writes it. */
  holder?: string
  helpAt?: string | null
}

export type OperationWork =
  | { kind: 'send'; payload: { text: string } }
  | { kind: 'upload'; payload: { name: string; type: string; size: number } }
  | { kind: 'pause'; payload: null }
  | { kind: 'play'; payload: null }
  | { kind: 'resolve'; payload: null }
  /** Hands the chat to a colleague; the name is for words only. */
  | { kind: 'pass'; payload: { userId: string; name: string } }
  | { kind: 'ticket'; payload: TicketPayload }

/** A ticket as the user saved it. `queueName` is for words; `chatId` is where its form is. */
export interface TicketPayload {
  queueId: string
  queueName: string
  /** Shown as Request. */
  description: string
  /** Shown as Location. */
  title: string
  guestId: string | null
  room: string | null
  chatId: string
}

export type OperationKind = OperationWork['kind']

/** The state of what waits for the user's yes, under the name that outboxes on devices have it by (D4). */
export const AWAITING_CONFIRMATION = 'held'

export type OperationProgress =
  | { state: 'queued'; claim: null; reason: null }
  | { state: 'sending'; claim: string; reason: null }
  /** Accepted without a row in the answer; drawn as sent until its row is read and bound. */
  | { state: 'sent'; claim: null; reason: null; sentAt: number }
  | { state: 'uncertain'; claim: null; reason: null; since: number; reads: number }
  /** Waits for the user's yes. */
  | { state: typeof AWAITING_CONFIRMATION; claim: null; reason: Reason }
  /** The environment refused it. */
  | { state: 'failed'; claim: null; reason: Reason }

export type OperationState = OperationProgress['state']

/** Why an operation waits for the user. Words for these live in `words.ts`. */
export type Reason =
  | { code: 'too_old' }
  | { code: 'delivery_unknown' }
  | { code: 'not_held'; holder: Holder | null }
  | { code: 'holder_changed'; holder: Holder | null }
  | { code: 'needs_help_again'; helpAt: string | null }
  | { code: 'channel_unavailable' }
  | { code: 'window_closed' }
  | { code: 'too_large' }
  | { code: 'wrong_type' }
  | { code: 'forbidden' }
  | { code: 'not_found' }
  | { code: 'bytes_missing' }
  | { code: 'unknown_version' }
  | { code: 'refused'; message: string }

/** Message-like kinds appear in the thread as what they will be. */
export function isMessageKind(kind: OperationKind): boolean {
  return kind === 'send' || kind === 'upload'
}

/** Kinds that change who holds a chat, or whether it needs help: reading the chat shows their effect. */
export function isTakeoverKind(kind: OperationKind): boolean {
  return kind === 'pause' || kind === 'play' || kind === 'resolve' || kind === 'pass'
}

/** Whether this build knows what the operation is (D4). */
export function isUnderstood(operation: { kind: string; version: number }): boolean {
  return operation.version <= OPERATION_VERSION && Object.hasOwn(KIND_VERSIONS, operation.kind)
}

/** The chat that an operation belongs to: its lane, but for tickets. */
export function chatIdOf(operation: Operation): string {
  return operation.kind === 'ticket' ? operation.payload.chatId : operation.lane
}

/** Whether the operation still claims to change what is drawn (D3): refused ones, and those that await confirmation, do not. */
export function isPending({ state }: { state: OperationState }): boolean {
  return !waitsForUser(state)
}

/** Whether it goes nowhere before its user has decided: it awaits confirmation, or was refused. */
export function waitsForUser(state: OperationState): state is typeof AWAITING_CONFIRMATION | 'failed' {
  return state === AWAITING_CONFIRMATION || state === 'failed'
}

/** Whether its lane waits for it (O2). What is sent and only waits for its row holds nothing back. */
export function holdsLane(operation: { state: OperationState }): boolean {
  return operation.state !== 'sent'
}
