import * as v from 'valibot'

/** What servers outside of the house answer over HTTP, and how a call to them fails: shared by pushes and alerts. */

const HTTP_LATER = [408, 425, 429]

/** Whether the same request may succeed at another time. */
export function isLater(status: number): boolean {
  return HTTP_LATER.includes(status) || status >= 500
}

/** `Retry-After` in seconds, given so or as a date; null for anything else. */
export function readRetryAfter(value: string | null | undefined): number | null {
  if (value === null || value === undefined) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1_000)
}

/** Why a call got no answer, in a word such as ECONNREFUSED where there is one. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? code : error.message
}

/** How a call fails that never got as far as its request: looking the name up, connecting, agreeing on TLS. */
const BEFORE_REQUEST_CALLS = ['connect', 'getaddrinfo']
const BEFORE_REQUEST_CODES =
  /^(?:bad port|UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED|ENOTFOUND|EAI_\w+|ERR_TLS_\w+|ERR_SSL_\w+|.*CERT.*)$/

/** Whether a failed `fetch` has certainly sent nothing, so that a repeat can't be the second. */
export function isUnsent(error: unknown): boolean {
  const cause = findCause(error)
  const syscall: unknown = cause instanceof Error ? Reflect.get(cause, 'syscall') : null
  if (typeof syscall === 'string' && BEFORE_REQUEST_CALLS.includes(syscall)) return true
  return BEFORE_REQUEST_CODES.test(describeFailure(cause))
}

/** In words: `whom` did not answer in time, or can't be reached and why. */
export function describeSilence(whom: string, error: unknown): string {
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) {
    return `${whom} did not answer in time`
  }
  return `${whom} can not be reached (${describeFailure(findCause(error))})`
}

/** `fetch` wraps what has happened, and connecting by several addresses wraps what happened at each. */
function findCause(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause
}

/** A body of JSON as the schema reads it; null for any other: a proxy on the way may have answered. */
export function readAs<Value>(schema: v.GenericSchema<unknown, Value>, body: string): Value | null {
  try {
    return v.parse(schema, JSON.parse(body))
  } catch {
    return null
  }
}
