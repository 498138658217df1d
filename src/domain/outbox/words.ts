import { isBlank } from '../text/blank.ts'
import { formatSpan } from '../formatting.ts'
import {
  AWAITING_CONFIRMATION,
  isMessageKind,
  isUnderstood,
  type Operation,
  type OperationKind,
  type OperationWork,
  type Reason,
} from './operation.ts'

/** The ways out of an unsent operation, with the names that people and tests rely on (CONTRACT section 10). */
export type WayOut =
  'send-again' | 'send-anyway' | 'resolve-anyway' | 'take-over' | 'take-over-and-send' | 'edit' | 'discard'

export const WAY_OUT_LABELS: Record<WayOut, string> = {
  'send-again': 'Send again',
  'send-anyway': 'Send anyway',
  'resolve-anyway': 'Resolve anyway',
  'take-over': 'Take over anyway',
  'take-over-and-send': 'Take over and send',
  edit: 'Edit',
  discard: 'Discard',
}

/** What a person reads about an operation, and what they can do about it. */
export interface OperationView {
  /** `Waiting to send`, `Sending`, `Sent`, `Not sent: …`, `Delivery unknown`. */
  state: string
  /** A second sentence where there is more to say. */
  detail: string | null
  /** Whether it waits for the user. */
  needsPerson: boolean
  waysOut: WayOut[]
}

/** Where an operation stands in its lane, as far as its words depend on it. */
export interface LanePlace {
  /** The operation in front that waits for the user, if any (O2). */
  blockedBy: Operation | null
  /** Whether messages wait behind it. */
  hasMessagesBehind: boolean
}

export function describeOperation(operation: Operation, place: LanePlace, now: number): OperationView {
  const isMessage = isMessageKind(operation.kind)
  const leave = leaveWays(operation)
  switch (operation.state) {
    case 'queued':
      return {
        state: isMessage ? 'Waiting to send' : wordsOf(operation).waiting,
        detail: place.blockedBy ? 'behind something that needs you' : null,
        needsPerson: false,
        waysOut: leave,
      }
    case 'sending':
      return {
        state: isMessage ? 'Sending' : `${wordsOf(operation).doing}…`,
        detail: null,
        needsPerson: false,
        waysOut: [],
      }
    case 'uncertain':
      return {
        state: isMessage ? 'Sending' : `${wordsOf(operation).doing}…`,
        detail: 'checking whether it arrived',
        needsPerson: false,
        waysOut: leave,
      }
    case 'sent':
      return {
        state: isMessage ? 'Sent' : wordsOf(operation).done,
        detail: null,
        needsPerson: false,
        waysOut: [],
      }
    case AWAITING_CONFIRMATION:
    case 'failed':
      return { ...describeReason(operation, operation.reason, place, now), needsPerson: true }
  }
}

/** A reason in a person's words, without 'Not sent'. */
export function explainReason(reason: Reason): string {
  switch (reason.code) {
    case 'too_old':
      return 'written a while ago'
    case 'delivery_unknown':
      return 'it may or may not have arrived'
    case 'not_held':
    case 'holder_changed':
      return reason.holder
        ? `${reason.holder.name || 'a colleague'} has this chat now`
        : 'the bot has this chat now'
    case 'needs_help_again':
      return 'the guest asked for help again'
    case 'channel_unavailable':
      return 'this hotel has no sender for the chat’s channel'
    case 'window_closed':
      return 'the channel’s 24 hours since the guest’s last message are over'
    case 'too_large':
      return 'it is too large'
    case 'wrong_type':
      return 'this type of file is not accepted'
    case 'forbidden':
      return 'your role does not allow it'
    case 'not_found':
      return 'the chat no longer exists'
    case 'bytes_missing':
      return 'the file is no longer on this device'
    case 'unknown_version':
      return 'it was written by a newer version of this app; update to send it'
    case 'refused':
      return reason.message
  }
}

function describeReason(
  operation: Operation,
  reason: Reason,
  place: LanePlace,
  now: number,
): Omit<OperationView, 'needsPerson'> {
  const isMessage = isMessageKind(operation.kind)
  const leave = leaveWays(operation)
  const failed = `${isMessage ? 'Not sent' : wordsOf(operation).notDone}: ${explainReason(reason)}`
  const doubt = operation.doubt === 'none' ? null : 'It may already have arrived.'
  switch (reason.code) {
    case 'too_old': {
      const age = now - operation.createdAt
      const written = age < 0 ? 'at another clock' : `${formatSpan(age)} ago`
      const words = isMessage
        ? `Written ${written}, still right?`
        : `${wordsOf(operation).asked} ${written}, still right?`
      return { state: words, detail: doubt, waysOut: ['send-anyway', ...leave] }
    }
    case 'delivery_unknown':
      return {
        state: 'Delivery unknown',
        detail: 'It may already have arrived.',
        waysOut: ['send-anyway', ...leave],
      }
    case 'not_held':
      // Whoever has it now decides where it goes next.
      if (operation.kind === 'pass') return { state: failed, detail: null, waysOut: leave }
      return {
        state: failed,
        detail: null,
        waysOut: isMessage ? ['take-over-and-send', ...leave] : ['take-over', ...leave],
      }
    case 'holder_changed':
      if (operation.kind === 'pause') {
        return {
          state: failed,
          detail: null,
          waysOut: [place.hasMessagesBehind ? 'take-over-and-send' : 'take-over', ...leave],
        }
      }
      if (operation.kind === 'pass') return { state: failed, detail: null, waysOut: leave }
      return { state: failed, detail: null, waysOut: ['send-again', ...leave] }
    case 'needs_help_again':
      return { state: failed, detail: null, waysOut: ['resolve-anyway', ...leave] }
    case 'unknown_version': {
      // This build may be the update that it waited for (D4).
      return {
        state: failed,
        detail: doubt,
        waysOut: isUnderstood(operation) ? ['send-again', ...leave] : [],
      }
    }
    case 'bytes_missing':
      return { state: failed, detail: null, waysOut: leave }
    default:
      return { state: failed, detail: doubt, waysOut: ['send-again', ...leave] }
  }
}

interface KindWords {
  waiting: string
  doing: string
  done: string
  notDone: string
  asked: string
}

/** How it can be taken back: what was written goes back to where it is written. */
function leaveWays({ kind }: Operation): WayOut[] {
  return kind === 'send' || kind === 'ticket' ? ['edit', 'discard'] : ['discard']
}

const WORDS: Record<OperationKind, KindWords> = {
  send: { waiting: 'Waiting to send', doing: 'Sending', done: 'Sent', notDone: 'Not sent', asked: 'Written' },
  upload: {
    waiting: 'Waiting to send',
    doing: 'Sending',
    done: 'Sent',
    notDone: 'Not sent',
    asked: 'Attached',
  },
  pause: {
    waiting: 'Waiting to take over',
    doing: 'Taking over',
    done: 'Taken over',
    notDone: 'Not taken over',
    asked: 'Take over asked',
  },
  play: {
    waiting: 'Waiting to return to bot',
    doing: 'Returning to bot',
    done: 'Returned to bot',
    notDone: 'Not returned to bot',
    asked: 'Return asked',
  },
  resolve: {
    waiting: 'Waiting to resolve',
    doing: 'Resolving',
    done: 'Resolved',
    notDone: 'Not resolved',
    asked: 'Resolve asked',
  },
  pass: {
    waiting: 'Waiting to pass on',
    doing: 'Passing on',
    done: 'Passed on',
    notDone: 'Not passed on',
    asked: 'Pass asked',
  },
  ticket: {
    waiting: 'Waiting to send',
    doing: 'Saving ticket',
    done: 'Ticket saved',
    notDone: 'Ticket not saved',
    asked: 'Ticket written',
  },
}

/** An operation of a newer build may be of a kind that this one has no words for (D4). */
const UNKNOWN_WORDS: KindWords = {
  waiting: 'Waiting',
  doing: 'Working',
  done: 'Done',
  notDone: 'Not done',
  asked: 'Asked',
}

const WORDS_BY_KIND = new Map<string, KindWords>(Object.entries(WORDS))

function wordsOf(work: OperationWork): KindWords {
  if (work.kind === 'pass') return passWords(work.payload.name)
  return WORDS_BY_KIND.get(work.kind) ?? UNKNOWN_WORDS
}

function passWords(name: string): KindWords {
  if (isBlank(name)) return WORDS.pass
  return {
    waiting: `Waiting to pass to ${name}`,
    doing: `Passing to ${name}`,
    done: `Passed to ${name}`,
    notDone: `Not passed to ${name}`,
    asked: `Pass to ${name} asked`,
  }
}
