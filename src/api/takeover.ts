import { chatSchema, messageSchema, writeNewlines, type Chat, type Message } from '#src/contract/chats.ts'
import { changeAs } from './session-call.ts'
import type { ApiSession } from './http.ts'

/** The key and what the person saw; sent only where the environment announced `idempotency`. */
export interface ChangeOptions {
  key: string | undefined
  holder?: string | undefined
  helpAt?: string | undefined
  signal: AbortSignal
}

/** pause takes a chat over, play returns it to the bot, resolve clears needs help. Null: accepted without a row. */
export function changeTakeover(
  session: ApiSession,
  action: 'pause' | 'play' | 'resolve',
  chatId: string,
  { key, holder, helpAt, signal }: ChangeOptions,
): Promise<Chat | null> {
  const path = `/api/takeover/${action}/${encodeURIComponent(chatId)}`
  return changeAs(
    session,
    { method: 'GET', path, query: { holder, helpAt }, ...keyed(key), signal },
    chatSchema,
  )
}

/**
 * Hands a chat that its caller holds to a colleague; only where `staff` was announced, `holder` with it. Null: accepted
 * without a row.
 */
export function passChat(
  session: ApiSession,
  chatId: string,
  userId: string,
  { key, holder, signal }: ChangeOptions,
): Promise<Chat | null> {
  const path = `/api/takeover/pass/${encodeURIComponent(chatId)}`
  return changeAs(
    session,
    { method: 'POST', path, query: { holder }, json: { userId }, ...keyed(key), signal },
    chatSchema,
  )
}

/** Sends a text, newlines as line breaks. Null: accepted without a row. */
export function sendText(
  session: ApiSession,
  chatId: string,
  text: string,
  { key, signal }: ChangeOptions,
): Promise<Message | null> {
  const path = `/api/takeover/send/${encodeURIComponent(chatId)}`
  return changeAs(
    session,
    { method: 'POST', path, json: { text: writeNewlines(text) }, ...keyed(key), signal },
    messageSchema,
  )
}

function keyed(key: string | undefined): { key?: string } {
  return key === undefined ? {} : { key }
}
