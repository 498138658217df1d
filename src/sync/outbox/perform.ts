import * as v from 'valibot'
import { ApiError, type ApiFailure } from '#src/api/errors.ts'
import { changeTakeover, passChat, sendText } from '#src/api/takeover.ts'
import { addTicket } from '#src/api/tickets.ts'
import { holderDetailsSchema, type ErrorBody } from '#src/contract/errors.ts'
import type { Chat, Message } from '#src/contract/chats.ts'
import { readOutgoingFile } from '#src/db/outbox/files.ts'
import type { NewTicket } from '#src/contract/tickets.ts'
import type { Operation, OperationKind, Reason, TicketPayload } from '#src/domain/outbox/operation.ts'
import type { Outcome } from '#src/domain/outbox/transitions.ts'
import { apiSession, type SyncContext } from '../context.ts'

/** What an attempt brought: how it ended, and the rows of its answer. */
export interface Performed {
  outcome: Outcome
  message: Message | null
  chat: Chat | null
}

/** Makes an operation's call, once, under the session that it was claimed under (O4). Never throws an ApiError. */
export async function performOperation(
  context: SyncContext,
  operation: Operation,
  onProgress: (share: number) => void,
): Promise<Performed> {
  try {
    return await callOperation(context, operation, onProgress)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { outcome: readOutcome(error.failure, operation.kind), message: null, chat: null }
  }
}

async function callOperation(
  context: SyncContext,
  operation: Operation,
  onProgress: (share: number) => void,
): Promise<Performed> {
  const { signal } = context
  const session = apiSession(context)
  const isKeyed = context.capabilities().idempotency
  const key = isKeyed ? operation.id : undefined
  switch (operation.kind) {
    case 'send': {
      const message = await sendText(session, operation.lane, operation.payload.text, { key, signal })
      return accepted(message, null)
    }
    case 'upload': {
      const file = await readOutgoingFile(context.workspace.outbox, operation.id)
      if (!file) return refused({ code: 'bytes_missing' })
      const { name, type, bytes } = file
      const messages = await context.uploadFile(session, {
        chatId: operation.lane,
        name,
        type,
        bytes,
        key,
        signal,
        onProgress,
      })
      return accepted(messages?.[0] ?? null, null)
    }
    case 'pause':
    case 'play':
    case 'resolve': {
      const { holder, helpAt } = operation.expects
      const seen = isKeyed ? { holder: readHolder(holder), helpAt: helpAt ?? undefined } : {}
      return accepted(
        null,
        await changeTakeover(session, operation.kind, operation.lane, { key, ...seen, signal }),
      )
    }
    case 'pass': {
      // What was announced when the user chose the colleague may be gone (CONTRACT section 2).
      if (!context.capabilities().staff) return refused({ code: 'refused', message: NO_PASSING })
      const holder = readHolder(operation.expects.holder)
      const { userId } = operation.payload
      return accepted(null, await passChat(session, operation.lane, userId, { key, holder, signal }))
    }
    case 'ticket': {
      await addTicket(session, makeTicket(operation.payload, context.capabilities().staff), { key, signal })
      // No view waits for a ticket's row: accepted is all there is to know.
      return { outcome: { type: 'accepted', hasRow: true }, message: null, chat: null }
    }
  }
}

const NO_TICKETS = 'this hotel does not take tickets'
const NO_PASSING = 'this hotel no longer offers passing chats on'

/** A ticket as the wire has it: what is not known is absent, and what was not announced is not sent. */
function makeTicket(ticket: TicketPayload, hasStaff: boolean): NewTicket {
  const { queueId, description, title, guestId, room, chatId } = ticket
  return {
    queueId,
    description,
    status: 'open',
    title,
    ...(guestId === null ? {} : { guestId }),
    ...(room === null ? {} : { __room: room }),
    ...(hasStaff ? { chatId } : {}),
  }
}

function refused(reason: Reason): Performed {
  return { outcome: { type: 'refused', reason }, message: null, chat: null }
}

function accepted(message: Message | null, chat: Chat | null): Performed {
  return { outcome: { type: 'accepted', hasRow: message !== null || chat !== null }, message, chat }
}

/** A holder known by name alone can't be said on the wire. */
function readHolder(holder: string | undefined): string | undefined {
  return holder?.startsWith('name:') ? undefined : holder
}

function readOutcome(failure: ApiFailure, kind: OperationKind): Outcome {
  switch (failure.kind) {
    case 'busy':
      return { type: 'busy', retryAfterMs: failure.retryAfterMs }
    case 'unauthorized':
      return { type: 'unauthorized' }
    case 'refused':
      return { type: 'refused', reason: readReason(failure.status, failure.body, kind) }
    default:
      return { type: 'unknown' }
  }
}

/** The environment's refusal as a reason that a person can act on. */
function readReason(status: number, body: ErrorBody | null, kind: OperationKind): Reason {
  const details = v.safeParse(holderDetailsSchema, body?.details)
  const holder = details.success ? details.output.user : null
  const code = body?.code
  if (code === 'not_held' || code === 'holder_changed') return { code, holder }
  if (code === 'needs_help_again') return { code, helpAt: null }
  if (code === 'channel_unavailable' || code === 'window_closed') return { code }
  // Not the chat alone may be missing there: the environment's own words say what.
  if (status === 404 && kind === 'ticket') return { code: 'refused', message: body?.message ?? NO_TICKETS }
  switch (status) {
    case 403:
      return { code: 'forbidden' }
    case 404:
      return { code: 'not_found' }
    case 413:
      return { code: 'too_large' }
    case 415:
      return { code: 'wrong_type' }
    default:
      return { code: 'refused', message: body?.message ?? `the environment refused it (${status})` }
  }
}
