import {
  chatListSchema,
  chatSchema,
  messageListSchema,
  messageSchema,
  type Chat,
  type Message,
} from '#src/contract/chats.ts'
import { guestInfoSchema, type GuestInfo } from '#src/contract/guest-info.ts'
import { typicalAnswersSchema, type TypicalAnswer } from '#src/contract/typical-answers.ts'
import { callAs } from './session-call.ts'
import type { ApiSession } from './http.ts'

/** The default list (CONTRACT section 5); an environment that has the specification alone answers all chats. */
export function fetchRecentChats(session: ApiSession, signal: AbortSignal): Promise<Chat[]> {
  return callAs(
    session,
    { method: 'GET', path: '/api/info/chats', query: { scope: 'recent' }, signal },
    chatListSchema,
  )
}

/** The newest of the default list, where the environment pages. */
export function fetchFirstChats(session: ApiSession, limit: number, signal: AbortSignal): Promise<Chat[]> {
  const query = { scope: 'recent', limit }
  return callAs(session, { method: 'GET', path: '/api/info/chats', query, signal }, chatListSchema)
}

/** All chats, or with `paging` a page of them, newest updated first, after the chat `before`. */
export function fetchChats(
  session: ApiSession,
  page: { limit: number; before: string | undefined } | null,
  signal: AbortSignal,
): Promise<Chat[]> {
  return callAs(
    session,
    { method: 'GET', path: '/api/info/chats', query: page ?? {}, signal },
    chatListSchema,
  )
}

export function fetchChat(session: ApiSession, chatId: string, signal: AbortSignal): Promise<Chat> {
  return callAs(
    session,
    { method: 'GET', path: `/api/info/chats/${encodeURIComponent(chatId)}`, signal },
    chatSchema,
  )
}

/** The newest messages of a chat, where the environment pages (CONTRACT section 2). */
export const NEWEST_PAGE = { limit: 50, before: undefined }

/** All messages of a chat, or with `paging` the newest before `before`; ascending. */
export function fetchMessages(
  session: ApiSession,
  chatId: string,
  page: { limit: number; before: string | undefined } | null,
  signal: AbortSignal,
): Promise<Message[]> {
  const path = `/api/info/chats/${encodeURIComponent(chatId)}/messages`
  return callAs(session, { method: 'GET', path, query: page ?? {}, signal }, messageListSchema(chatId))
}

export function fetchMessage(session: ApiSession, messageId: string, signal: AbortSignal): Promise<Message> {
  return callAs(
    session,
    { method: 'GET', path: `/api/info/message/${encodeURIComponent(messageId)}`, signal },
    messageSchema,
  )
}

export function fetchGuestInfo(session: ApiSession, chatId: string, signal: AbortSignal): Promise<GuestInfo> {
  const path = `/api/inhouse-guest-info/${encodeURIComponent(chatId)}`
  return callAs(session, { method: 'GET', path, signal }, guestInfoSchema)
}

export function fetchTypicalAnswers(session: ApiSession, signal: AbortSignal): Promise<TypicalAnswer[]> {
  return callAs(session, { method: 'GET', path: '/api/info/typical-answers', signal }, typicalAnswersSchema)
}
