import type { Chat, Message } from '#src/contract/chats.ts'
import {
  OPERATION_VERSION,
  type Operation,
  type OperationProgress,
  type OperationWork,
} from '#src/domain/outbox/operation.ts'
import { NOON } from './local.ts'

/** An ISO instant `ms` after noon of the test day (negative: before). */
export function at(ms: number): string {
  return new Date(NOON + ms).toISOString()
}

export function makeChatRow(id: string, fields: Partial<Chat> = {}): Chat {
  return {
    id,
    displayName: `Guest ${id}`,
    source: 'web',
    botName: 'Bellhop',
    messagesCount: 1,
    createdAt: at(-3_600_000),
    updatedAt: at(0),
    lastUserMessageDate: at(0),
    pausedAt: null,
    needsHelp: false,
    user: null,
    guestId: null,
    ...fields,
  }
}

export function makeMessageRow(
  chatId: string,
  id: string,
  createdAt: number,
  fields: Partial<Message> = {},
): Message {
  return {
    id,
    chatId,
    text: `text of ${id}`,
    sentByGuest: true,
    type: 'text',
    createdAt: at(createdAt),
    attachments: [],
    user: null,
    ...fields,
  }
}

type OperationFields = Omit<Operation, 'kind' | 'payload' | 'state' | 'claim' | 'reason'>

const QUEUED: OperationProgress = { state: 'queued', claim: null, reason: null }

/** A queued message, or what the arguments make of it. */
export function makeOperation(
  fields: Partial<OperationFields> = {},
  work: OperationWork = { kind: 'send', payload: { text: 'hello' } },
  progress: OperationProgress = QUEUED,
): Operation {
  const base: OperationFields = {
    id: 'op-1',
    version: OPERATION_VERSION,
    lane: 'chat',
    pos: 1,
    createdAt: NOON,
    ageFrom: NOON,
    attempts: 0,
    nextAt: NOON,
    firstSentAt: null,
    doubt: 'none',
    expects: {},
    seenBefore: null,
    boundTo: null,
    ...fields,
  }
  return { ...base, ...work, ...progress }
}
