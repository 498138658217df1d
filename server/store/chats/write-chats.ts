import { sql } from 'kysely'
import type { Attachment } from '#src/contract/chats.ts'
import { createId } from '../../ids.ts'
import type { NewJob } from '../jobs/enqueue-job.ts'
import { BOT_ANSWER_JOB, HELD_QUESTION_JOB } from '../jobs/job-kinds.ts'
import type { Change, ChatPatch } from '../log/change.ts'
import type { Tx } from '../store.ts'
import type { ChatRow } from './chat-tables.ts'

/**
 * The changes that guest and bot make. Each function gives a `Change` (or writes a row and gives one) that the caller
 * hands to `runIdempotent`, `commitChanges` or a job's effect, which commit it (E3).
 */

export interface NewChat {
  displayName: string
  /** `web`, `sms`, `facebook` or any other word. */
  source: string
  botName: string
  guestId?: string
}

/** Creates a chat without messages. The change must be committed in the same transaction, which gives it its times. */
export async function createChat(
  tx: Tx,
  chat: NewChat,
): Promise<{ chatId: string; guestId: string; change: Change }> {
  const chatId = createId()
  const guestId = chat.guestId ?? createId()
  const { displayName, source, botName } = chat
  await tx
    .insertInto('chats')
    .values({ id: chatId, displayName, source, botName, guestId, guestBlocked: isBlocked(guestId) })
    .execute()
  return { chatId, guestId, change: { type: 'chat_changed', chatId } }
}

/** A guest who is blocked is so in every chat, a further one too. */
function isBlocked(guestId: string) {
  return sql<boolean>`exists (select from chats where guest_id = ${guestId} and guest_blocked)`
}

/** Who asks for a person in a chat that somebody holds waits for that one so long; then everybody is alerted. */
const HOLDER_ANSWERS_WITHIN_MS = 300_000

/**
 * A guest's message, and the job in which the bot answers it: none where a person holds the chat or the bot is paused, so
 * that what it would say nothing to is not queued before what it answers; and none with `isForBot` false. Where a person
 * holds it, a job that looks later whether they did. The chat is locked (`lockChat`) by the caller.
 */
export function describeGuestMessage(
  chat: ChatRow,
  input: {
    id?: string
    text: string
    clientId?: string | null
    attachments?: Attachment[]
    isForBot?: boolean
    /** Which the words are in; null where they don't say, and what was known stays. */
    language?: string | null
  },
): { messageId: string; change: Change } {
  const { id: messageId = createId(), text, clientId = null, attachments = [], isForBot = true } = input
  const language = input.language ?? chat.language
  const { id: chatId, holderId } = chat
  const message = { id: messageId, text, sentByGuest: true, clientId, attachments }
  const guestWrote = { isFirst: chat.lastUserMessageDate === null, holderId }
  const patch: ChatPatch = language === null || language === chat.language ? {} : { language }
  const job = isForBot ? chooseJob(chat, messageId) : null
  const change: Change = { type: 'new_message', chatId, patch, message, guestWrote, ...(job && { job }) }
  return { messageId, change }
}

function chooseJob({ id: chatId, pausedAt, holderId }: ChatRow, messageId: string): NewJob | null {
  const payload = { chatId, messageId }
  if (pausedAt === null) return { kind: BOT_ANSWER_JOB, payload, lane: chatId }
  if (holderId === null) return null
  return { kind: HELD_QUESTION_JOB, payload, lane: null, delayMs: HOLDER_ANSWERS_WITHIN_MS }
}

/** A line in the thread about what its guest did. */
export function describeGuestEvent(chatId: string, text: string): Change {
  return { type: 'new_message', chatId, message: { text, sentByGuest: false, type: 'event' } }
}

/** The bot's message; `type` `card` with attachments that carry `content`, `event` for a line about the conversation. */
export function describeBotMessage(input: {
  id?: string
  chatId: string
  text: string
  type?: string
  attachments?: Attachment[]
}): Change {
  const { chatId, ...message } = input
  return {
    type: 'new_message',
    chatId,
    message: { type: 'text', attachments: [], ...message, sentByGuest: false },
  }
}

/** A help request; with `pauseBot` the bot falls silent by itself (`pausedAt` with `user: null`). */
export function describeNeedsHelp(chatId: string, { pauseBot }: { pauseBot: boolean }): Change {
  return {
    type: 'needs_help',
    chatId,
    patch: { needsHelp: true, ...(pauseBot ? { holder: 'bot-paused' as const } : {}) },
  }
}
