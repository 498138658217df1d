import * as v from 'valibot'
import { readChat, readMessage, type Chat, type Message } from './chats.ts'
import { idSchema } from './lenient.ts'

/** The first subprotocol, which the environment selects; the second carries the token (CONTRACT section 4). */
export const SOCKET_PROTOCOL = 'echo-protocol'
export const STAFF_TOKEN_PREFIX = 'bearer.'
export const GUEST_TOKEN_PREFIX = 'guest.'

/** What an extended frame carries beside its hint: applied only where `prev` equals the stored cursor (I2). */
export interface FrameChange {
  prev: string
  seq: string
  chat: Chat | null
  message: Message | null
}

/** A frame as the console understands it. Any other type, or a frame that does not parse, is ignored. */
export type Frame =
  | {
      type: 'new_message' | 'chat_changed' | 'needs_help'
      chatId: string
      messageId: string | null
      change: FrameChange | null
    }
  | { type: 'admin_joined'; count: number }
  | { type: 'heartbeat' }
  /** A row of this configuration list was added, changed or removed (the group `admin`). */
  | { type: 'rows_changed'; list: string }
  /** The name or the role of the signed-in user was changed: the session is to be renewed. */
  | { type: 'session_changed' }

const hintSchema = v.looseObject({
  type: v.picklist(['new_message', 'chat_changed', 'needs_help']),
  chatId: idSchema,
  value: v.optional(v.nullable(idSchema)),
  prev: v.optional(v.string()),
  seq: v.optional(v.string()),
  chat: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  message: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
})
const joinedSchema = v.looseObject({
  type: v.literal('admin_joined'),
  value: v.union([
    v.pipe(v.number(), v.integer()),
    v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)),
  ]),
})
const heartbeatSchema = v.looseObject({ type: v.literal('heartbeat') })
const rowsSchema = v.looseObject({
  type: v.literal('rows_changed'),
  value: v.pipe(v.string(), v.minLength(1)),
})
const sessionSchema = v.looseObject({ type: v.literal('session_changed') })

/** Reads one websocket frame; null for what is not one of ours. */
export function readFrame(data: unknown): Frame | null {
  if (typeof data !== 'string') return null
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch {
    return null
  }
  if (v.is(heartbeatSchema, json)) return { type: 'heartbeat' }
  if (v.is(sessionSchema, json)) return { type: 'session_changed' }
  const rows = v.safeParse(rowsSchema, json)
  if (rows.success) return { type: 'rows_changed', list: rows.output.value }
  const joined = v.safeParse(joinedSchema, json)
  if (joined.success) return { type: 'admin_joined', count: joined.output.value }
  const hint = v.safeParse(hintSchema, json)
  if (!hint.success) return null
  const { type, chatId, value, prev, seq, chat, message } = hint.output
  const change =
    prev !== undefined && seq !== undefined
      ? {
          prev,
          seq,
          chat: chat ? readChat(chat) : null,
          message: message ? readMessage(message, chatId) : null,
        }
      : null
  return { type, chatId, messageId: type === 'new_message' ? (value ?? null) : null, change }
}
