import * as v from 'valibot'
import { messageSchema, type Message } from '#src/contract/chats.ts'
import { errorBodySchema } from '#src/contract/errors.ts'
import {
  guestRatingSchema,
  guestReadingSchema,
  guestSessionSchema,
  type RatingQuestion,
} from '#src/contract/guest-side.ts'
import type { Refusal } from './refusal.ts'

/** The guest's right to their own chat (CONTRACT section 8). */
export interface Session {
  token: string
  chatId: string
}

/**
 * Why a call did not succeed. `refused`: the server returned no and will again. `later`: it asked to wait. `signedOut`:
 * it does not know the session. `unreachable`: anything that is not the environment's answer.
 */
export type FailureKind = 'refused' | 'later' | 'signedOut' | 'unreachable'

const NO_ANSWER: Refusal = { code: '', message: '' }

export class CallFailure extends Error {
  readonly kind: FailureKind
  /** Why the hotel did not take it, where it said so. */
  readonly refusal: Refusal
  /** Milliseconds to wait, where the server returned so. */
  readonly retryAfterMs: number | null

  constructor(kind: FailureKind, refusal: Refusal = NO_ANSWER, retryAfterMs: number | null = null) {
    super(refusal.message)
    this.name = 'CallFailure'
    this.kind = kind
    this.refusal = refusal
    this.retryAfterMs = retryAfterMs
  }
}

const STALL_MS = 15_000

/** A new chat, or in a demonstration hotel the part of the guest of `demoChat`. */
export async function openSession(input: { displayName?: string; demoChat?: string }): Promise<Session> {
  return call(guestSessionSchema, '/api/guest/session', { method: 'POST', json: input })
}

/** Ends the conversation that the token is for. */
export async function endSession(token: string): Promise<void> {
  const response = await request('/api/guest/session', { method: 'DELETE', session: { token } })
  if (!response.ok) throw await describeFailure(response)
  // A captive portal answers 200 with a page of its own.
  if (response.status !== 204) throw new CallFailure('unreachable')
}

/** Sends a message; the same `key` again has no second effect. */
export function sendMessage(session: Session, key: string, text: string): Promise<Message> {
  const headers = { 'Idempotency-Key': key }
  return call(messageSchema, '/api/guest/messages', { method: 'POST', json: { text }, headers, session })
}

/** A page of what was said, in order: after or before the message with that id, or the newest. And what is asked. */
export function readChat(
  session: Session,
  { after = null, before = null, limit }: { after?: string | null; before?: string | null; limit: number },
): Promise<{ messages: Message[]; rating: RatingQuestion | null }> {
  const query = new URLSearchParams({ rating: '1', limit: String(limit) })
  if (after !== null) query.set('after', after)
  if (before !== null) query.set('before', before)
  return call(guestReadingSchema(session.chatId), `/api/guest/messages?${query.toString()}`, { session })
}

/** Answers what was asked, in place of an earlier answer; the same `key` again has no second effect. */
export async function sendRating(session: Session, key: string, stars: number): Promise<RatingQuestion> {
  const headers = { 'Idempotency-Key': key }
  const options = { method: 'POST', json: { stars }, headers, session }
  return (await call(guestRatingSchema, '/api/guest/rating', options)).rating
}

/** A file of the chat; own files need the guest's token (CONTRACT section 5). */
export async function readFile(session: Session, url: string): Promise<Blob> {
  const response = await request(url, { session })
  if (!response.ok) throw await describeFailure(response)
  return response.blob()
}

interface CallOptions {
  method?: string
  json?: unknown
  headers?: Record<string, string>
  session?: Pick<Session, 'token'>
}

async function call<S extends v.GenericSchema>(
  schema: S,
  url: string,
  options: CallOptions,
): Promise<v.InferOutput<S>> {
  const response = await request(url, options)
  if (!response.ok) throw await describeFailure(response)
  const parsed = v.safeParse(schema, await readBody(response))
  // A captive portal answers 200 with a page of its own: that is no answer.
  if (!parsed.success) throw new CallFailure('unreachable')
  return parsed.output
}

async function request(
  url: string,
  { method = 'GET', json, headers = {}, session }: CallOptions,
): Promise<Response> {
  const sent: Record<string, string> = { ...headers }
  if (json !== undefined) sent['Content-Type'] = 'application/json'
  if (session) sent['Authorization'] = `Bearer ${session.token}`
  try {
    return await fetch(url, {
      method,
      headers: sent,
      redirect: 'error',
      signal: AbortSignal.timeout(STALL_MS),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
  } catch {
    throw new CallFailure('unreachable')
  }
}

async function describeFailure(response: Response): Promise<CallFailure> {
  const { status } = response
  const body = v.safeParse(errorBodySchema, await readBody(response))
  const refusal = body.success ? { code: body.output.code, message: body.output.message } : NO_ANSWER
  if (status >= 500 && status !== 503) return new CallFailure('unreachable', refusal)
  if (status === 429 || status === 503) {
    const seconds = Number(response.headers.get('Retry-After'))
    return new CallFailure('later', refusal, Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null)
  }
  if (!body.success) return new CallFailure('unreachable')
  return new CallFailure(status === 401 ? 'signedOut' : 'refused', refusal)
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}
