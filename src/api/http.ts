import * as v from 'valibot'
import { bareRefusalSchema, errorBodySchema, type ErrorBody } from '#src/contract/errors.ts'
import type { PaceSample } from '#src/lib/line-pace.ts'
import { ApiError, type ApiFailure } from './errors.ts'
import { takeOwnConnection } from './own-connection.ts'
import { readBytes, watchBeginning, watchStall } from './read-body.ts'

/** A call without any sign of life for this long is given up: half-open lines never fail by themselves. */
export const STALL_MS = 20_000
const RETRY_AFTER_DEFAULT_MS = 5_000
const RETRY_AFTER_MAX_MS = 5 * 60_000

/** Where calls go and what they may assume. */
export interface ApiTarget {
  /** `https://host[:port]`, no slash at the end. */
  origin: string
  fetch: typeof fetch
  /** Told the environment's clock minus the device's, ms, whenever an answer shows it (I8). */
  onClockOffset?: (offsetMs: number) => void
  /** Told what each call showed of the line (DESIGN section 5). */
  onLine?: (line: LineReading) => void
  /** Told how quickly answers come (I7). */
  onPace?: (sample: PaceSample) => void
}

/**
 * What one call shows of the line: something answered, nothing did, or a login page did. An answer is an answer, a 5xx too: it
 * is the failure of that one call (DESIGN section 5).
 */
export type LineReading = 'answered' | 'unreachable' | 'login-page'

/** A target and the session that a call is made under (O4: never 'the current token'). */
export interface ApiSession {
  target: ApiTarget
  token: string
  /** Whether the environment announced `idempotency`: its answers then have the contract's shapes. */
  hasContractBodies: boolean
  /** Told the environment's 401 for this token; what follows from it is the caller's policy (STYLE rule 4). */
  onUnauthorized?: () => void
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | number | undefined>
  token?: string
  /** The Idempotency-Key; only where keys were announced. */
  key?: string
  /** It changes something and carries no key: arriving twice it counts twice, so it has a connection of its own. */
  isUnkeyedWrite?: boolean
  /** The version of the row that is changed, as its `ETag` was; only where `admin` was announced. */
  ifMatch?: string
  json?: unknown
  form?: FormData
  /**
   * Told what has come of a successful answer's text, from its beginning, again with each part until it returns something;
   * the rest is read once that is settled.
   */
  onArriving?: (text: string) => Promise<void> | undefined
  /** How long to wait for an answer to begin, ms; STALL_MS unless a large body needs longer to go out. */
  patienceMs?: number
  signal?: AbortSignal
  /** The page is going away: the call goes on without it. Its body may have 64 kB at most. */
  keepalive?: boolean
  /** Failure bodies are expected to parse; otherwise anything that is not HTML counts as the environment's. */
  hasContractBodies?: boolean
}

/** The answer of a call: a body that is not HTML, or nothing at all (204). */
export interface Answer {
  status: number
  /** Undefined where the body was empty or no JSON. */
  json: unknown
  headers: Headers
}

/** Makes a call and gives its successful answer's body as the contract's shape. Throws ApiError. */
export async function callFor<T>(
  target: ApiTarget,
  call: Call,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const { json } = await callEnvironment(target, call)
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) throw new ApiError({ kind: 'unexpected-responder' })
  return parsed.output
}

/** Makes a call and gives its successful answer, whatever its shape. Throws ApiError. */
export async function callEnvironment(target: ApiTarget, call: Call): Promise<Answer> {
  const { text, headers, status, receivedAt } = await fetchGuarded(target, call)
  const isHtml = looksLikeHtml(text, headers.get('content-type'))
  const json = isHtml ? undefined : parseJson(text)
  target.onLine?.(isLoginPage(status, isHtml) ? 'login-page' : 'answered')
  // A login page's clock is not the environment's.
  if (!isHtml) noteClock(target, headers, receivedAt)
  if (status >= 200 && status < 300) {
    if (isHtml || (text !== '' && json === undefined)) throw new ApiError({ kind: 'unexpected-responder' })
    return { status, json, headers }
  }
  throw new ApiError(readStatus(status, headers, readErrorBody(json), isHtml, call.hasContractBodies ?? true))
}

/** The URL of a path and query at the environment. */
export function urlOf(target: Pick<ApiTarget, 'origin'>, path: string, query: Call['query'] = {}): string {
  const url = new URL(path, target.origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url.href
}

/** Turns a status that is no success into a failure; `body` is null where the environment gave none. */
export function readStatus(
  status: number,
  headers: Pick<Headers, 'get'>,
  body: ErrorBody | null,
  isHtml: boolean,
  hasContractBodies: boolean,
): ApiFailure {
  // 'Network authentication required': only a network that wants a sign-in says so (RFC 6585).
  if (status === 511) return { kind: 'unexpected-responder' }
  // A proxy's page with a 503 is no word of the environment's about when to come back.
  if (status >= 500 && (status !== 503 || isHtml)) return { kind: 'server', status }
  if (isHtml || (hasContractBodies && body === null)) return { kind: 'unexpected-responder' }
  if (status === 401) return { kind: 'unauthorized', body }
  if (status === 429 || status === 503) {
    return { kind: 'busy', status, retryAfterMs: readRetryAfter(headers.get('retry-after')), body }
  }
  return status >= 400 ? { kind: 'refused', status, body } : { kind: 'unexpected-responder' }
}

export function readErrorBody(json: unknown): ErrorBody | null {
  const parsed = v.safeParse(v.union([errorBodySchema, bareRefusalSchema]), json)
  return parsed.success ? parsed.output : null
}

/** Whether a body is a web page: what captive portals and proxies answer in the environment's place. */
export function looksLikeHtml(text: string, contentType: string | null): boolean {
  return (
    /^\s*text\/html/i.test(contentType ?? '') || /^\s*(<!doctype html|<html|<head|<body|<script)/i.test(text)
  )
}

export function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether an answer is a captive portal's: a page where a call was to succeed, a redirect, or the status that only a network
 * gives which wants a sign-in (RFC 6585). A page with another status is the failure of one call: a proxy's or a framework's
 * words.
 */
function isLoginPage(status: number, isHtml: boolean): boolean {
  if (status === 511 || (status >= 300 && status < 400)) return true
  return isHtml && status < 300
}

interface Received {
  status: number
  headers: Headers
  text: string
  /** When the headers came, ms of the device's clock: a long body takes its time after them. */
  receivedAt: number
}

/** Throws ApiError where no answer came, or a redirect: each tells what it shows of the line. */
async function fetchGuarded(target: ApiTarget, call: Call): Promise<Received> {
  const stall = watchStall(call.patienceMs ?? STALL_MS, STALL_MS)
  const signal = call.signal ? AbortSignal.any([call.signal, stall.stalled]) : stall.stalled
  const { method, isUnkeyedWrite = false } = call
  const url = urlOf(target, call.path, call.query)
  const headers = headersOf(call)
  // At its own origin such a write has connections that no read hands back (docs/decisions/032).
  const credentials = isUnkeyedWrite ? 'same-origin' : 'omit'
  if (isUnkeyedWrite) await takeOwnConnection(target.fetch, { url, method, headers, credentials, signal })
  const askedAt = performance.now()
  try {
    const response = await target.fetch(url, {
      method,
      headers,
      body: call.form ?? (call.json === undefined ? null : JSON.stringify(call.json)),
      signal,
      // A redirect is somebody else's answer (CONTRACT section 1).
      redirect: 'manual',
      // A preflight is remembered only for what may ask the cache; made again, its connection would be the write's.
      cache: isUnkeyedWrite && method !== 'GET' ? 'default' : 'no-store',
      credentials,
      ...(call.keepalive ? { keepalive: true } : {}),
      referrerPolicy: 'no-referrer',
    })
    if (response.type === 'opaqueredirect') {
      target.onLine?.('login-page')
      throw new ApiError({ kind: 'unexpected-responder' })
    }
    const receivedAt = Date.now()
    stall.move()
    const beganAt = performance.now()
    const arriving = call.onArriving && response.ok ? watchBeginning(call.onArriving) : null
    const bytes = await readBytes(response, (part) => {
      stall.move()
      return arriving?.(part)
    })
    // How long a write or a sign-in takes says more about the environment than about the line.
    if (call.method === 'GET' && response.ok) {
      const bodyMs = performance.now() - beganAt
      target.onPace?.({ waitMs: beganAt - askedAt, bodyMs, bytes: bytes.length })
    }
    const text = new TextDecoder().decode(bytes)
    return { status: response.status, headers: response.headers, text, receivedAt }
  } catch (error) {
    if (error instanceof ApiError) throw error
    // A caller that gave up shows nothing of the line.
    if (call.signal?.aborted) throw new ApiError({ kind: 'aborted' })
    target.onLine?.('unreachable')
    throw new ApiError({ kind: 'unreachable' })
  } finally {
    stall.stop()
  }
}

function headersOf(call: Call): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  if (call.token !== undefined) headers.set('Authorization', `Bearer ${call.token}`)
  if (call.key !== undefined) headers.set('Idempotency-Key', call.key)
  if (call.ifMatch !== undefined) headers.set('If-Match', call.ifMatch)
  if (call.json !== undefined) headers.set('Content-Type', 'application/json')
  return headers
}

function noteClock(target: ApiTarget, headers: Headers, receivedAt: number): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(date)) target.onClockOffset?.(date - receivedAt)
}

/** Seconds or an HTTP date, in ms, bounded; a default where it is absent or unreadable. */
function readRetryAfter(value: string | null): number {
  if (value === null) return RETRY_AFTER_DEFAULT_MS
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? RETRY_AFTER_DEFAULT_MS : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS)
}
