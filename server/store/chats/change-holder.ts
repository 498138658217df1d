import type { StaffRef } from '#src/contract/chats.ts'
import {
  failHolderChanged,
  failNeedsHelpAgain,
  failNotFound,
  failNotHeld,
  failUnauthorized,
} from '../../errors.ts'
import type { Change } from '../log/change.ts'
import type { Tx } from '../store.ts'
import type { ChatRow } from './chat-tables.ts'
import { askForRating } from './guest-ratings.ts'
import { lockChat } from './lock-chat.ts'

export type TakeoverAction = 'pause' | 'play' | 'resolve'

/** What the person saw when they decided (O11); null where the call does not say. */
export interface Expectation {
  /** A user's id or `bot`. */
  holder: string | null
  helpAt: Date | null
}

/** The chat, locked for this transaction. Throws 404. */
export async function lockExistingChat(tx: Tx, chatId: string): Promise<ChatRow> {
  return requireChat(await lockChat(tx, chatId))
}

/** Throws 404 where there is none. */
export function requireChat(chat: ChatRow | null): ChatRow {
  if (!chat) throw failNotFound('This chat')
  return chat
}

/**
 * A person as they are called now, who is not removed or renamed before this transaction has ended: no chat is left with
 * somebody who is gone. Locked before the chat, as who writes users does. Throws 401 where they were removed.
 */
async function lockPerson(tx: Tx, id: string): Promise<StaffRef> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) throw failUnauthorized()
  return row
}

/** Who holds a chat; null is the bot, also while it pauses itself. */
export function readHolder(chat: ChatRow): StaffRef | null {
  return chat.holderId === null ? null : { id: chat.holderId, name: chat.holderName ?? '' }
}

/**
 * Takes over, gives back or resolves (specification section 4), compared with what the person saw (CONTRACT section 5).
 * No change where the chat is so already.
 *
 * @throws ApiError 404, 409 `holder_changed` or `needs_help_again`.
 */
export async function describeTakeover(
  tx: Tx,
  action: TakeoverAction,
  call: { chatId: string; by: StaffRef; expects: Expectation },
): Promise<Change[]> {
  const by = await lockPerson(tx, call.by.id)
  const chat = await lockExistingChat(tx, call.chatId)
  const { expects } = call
  const isMine = chat.holderId === by.id
  // Who already holds the chat loses nothing by taking it again, whatever they saw.
  const isDone = action === 'pause' && isMine
  if (!isDone && expects.holder !== null && expects.holder !== (chat.holderId ?? 'bot')) {
    throw failHolderChanged(readHolder(chat))
  }
  switch (action) {
    case 'pause':
      return isDone ? [] : [{ type: 'chat_changed', chatId: chat.id, patch: { holder: by } }]
    case 'play':
      if (chat.pausedAt === null) return []
      await askForRating(tx, chat, action)
      return [{ type: 'chat_changed', chatId: chat.id, patch: { holder: 'bot' } }]
    case 'resolve':
      if (!chat.needsHelp) return []
      if (expects.helpAt !== null && chat.helpAt !== null && chat.helpAt > expects.helpAt) {
        throw failNeedsHelpAgain(chat.helpAt.toISOString())
      }
      await askForRating(tx, chat, action)
      return [{ type: 'chat_changed', chatId: chat.id, patch: { needsHelp: false } }]
  }
}

/**
 * Hands a chat that `by` holds to a colleague (CONTRACT section 2, staff), and says so in the thread. A help request stays
 * one, since when it is.
 *
 * @throws ApiError 404, 409 `holder_changed` where another holds it than the person saw, 409 `not_held`.
 */
export async function describePass(
  tx: Tx,
  call: { chatId: string; by: StaffRef; to: StaffRef; holder: string | null },
): Promise<Change[]> {
  const chat = await lockExistingChat(tx, call.chatId)
  if (call.holder !== null && call.holder !== (chat.holderId ?? 'bot')) {
    throw failHolderChanged(readHolder(chat))
  }
  if (chat.holderId !== call.by.id) throw failNotHeld(readHolder(chat))
  const text = `${call.by.name} passed the chat to ${call.to.name}`
  return [
    {
      type: 'new_message',
      chatId: chat.id,
      patch: { holder: call.to },
      message: { text, sentByGuest: false, type: 'event' },
    },
  ]
}
