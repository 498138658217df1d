import * as v from 'valibot'
import { ApiError } from './errors.ts'
import { callEnvironment, callFor, type ApiSession, type Answer, type Call } from './http.ts'

type SessionCall = Omit<Call, 'token' | 'hasContractBodies' | 'isUnkeyedWrite'>

/** A call under a session, whose answer must have the contract's shape. Throws ApiError. */
export function callAs<T>(
  session: ApiSession,
  call: SessionCall,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  return watchSession(session, callFor(session.target, withSession(session, call), schema))
}

/** The same, with the `ETag` of the answer; absent where the environment gives none. Throws ApiError. */
export async function callVersioned<T>(
  session: ApiSession,
  call: SessionCall,
  schema: v.GenericSchema<unknown, T>,
): Promise<{ value: T; etag?: string }> {
  const { json, headers } = await callSession(session, call, false)
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) throw new ApiError({ kind: 'unexpected-responder' })
  const etag = headers.get('etag')
  return etag === null ? { value: parsed.output } : { value: parsed.output, etag }
}

/**
 * A call that changes something. Where the environment announced the contract, the answer must be its row; where not,
 * any answer that is no web page is an acceptance, with the row where there is one (DESIGN section 4).
 */
export async function changeAs<T>(
  session: ApiSession,
  call: SessionCall,
  schema: v.GenericSchema<unknown, T>,
): Promise<T | null> {
  // What a leaving page sends can't wait for its connection.
  const isUnkeyedWrite = isUnkeyed(session, call.key) && !call.keepalive
  const { json } = await callSession(session, call, isUnkeyedWrite)
  const parsed = v.safeParse(schema, json)
  if (parsed.success) return parsed.output
  if (session.hasContractBodies) throw new ApiError({ kind: 'unexpected-responder' })
  return null
}

/** Whether nothing at the environment tells a write's second arrival from its first. */
export function isUnkeyed(session: ApiSession, key: string | undefined): boolean {
  return key === undefined && !session.hasContractBodies
}

function callSession(session: ApiSession, call: SessionCall, isUnkeyedWrite: boolean): Promise<Answer> {
  const made = { ...withSession(session, call), isUnkeyedWrite }
  return watchSession(session, callEnvironment(session.target, made))
}

/** Passes a call's answer on, and tells the session where it was the environment's 401. */
export async function watchSession<T>(session: ApiSession, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.failure.kind === 'unauthorized') session.onUnauthorized?.()
    throw error
  }
}

function withSession(session: ApiSession, call: SessionCall): Call {
  return { ...call, token: session.token, hasContractBodies: session.hasContractBodies }
}
