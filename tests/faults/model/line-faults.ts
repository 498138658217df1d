import type { Answer } from './environment-wire.ts'

/** What becomes of one request on its way. */
export type RequestFault =
  /** All is well: for the next one to meet the next fault. */
  | 'pass'
  /** It never arrives. */
  | 'drop'
  /** It arrives and is done; the answer never comes. */
  | 'lose'
  /** It arrives and is done; a proxy says 500. */
  | 'lose-500'
  /** It never arrives, and nothing says so. */
  | 'hang'
  /** It arrives and is done, and nothing comes back. */
  | 'hang-after'
  /** It arrives up to 30 s late. */
  | 'late'
  /** It arrives at once, and its answer up to 30 s late. */
  | 'slow'
  /** It arrives at once, and so does its answer's head; the body comes ten seconds later. */
  | 'slow-body'
  | 'error-500'
  | 'busy-503'
  | 'busy-503-after'
  | 'busy-429'
  | 'busy-429-after'
  | 'unauthorized'
  | 'conflict'
  | 'too-large'
  | 'invalid'
  | 'login-page'
  | 'half-json'

/** What becomes of one frame on its way. */
export type FrameFault = 'lose' | 'delay' | 'twice' | 'overtaken'

/** The longest that anything is on its way, ms. */
export const LATE_MS = 30_000
const PORTAL = '<!DOCTYPE html><html><body>Welcome to our Wi-Fi. Please sign in.</body></html>'
const RETRY_AFTER_S = '7'
/** How long a slow body is behind its head, ms. */
export const SLOW_BODY_MS = 10_000

/** What somebody on the way says in the environment's place; null where the request goes on. */
export function answerInstead(fault: RequestFault): (Answer & { isHtml?: boolean }) | null {
  switch (fault) {
    case 'error-500':
    case 'lose-500':
      return refuse(500, 'internal')
    case 'busy-503':
      return refuse(503, 'unavailable')
    case 'busy-503-after':
      return { ...refuse(503, 'unavailable'), headers: { 'retry-after': RETRY_AFTER_S } }
    case 'busy-429':
      return refuse(429, 'too_many_requests')
    case 'busy-429-after':
      return { ...refuse(429, 'too_many_requests'), headers: { 'retry-after': RETRY_AFTER_S } }
    case 'unauthorized':
      return refuse(401, 'unauthorized')
    case 'conflict':
      return refuse(409, 'conflict')
    case 'too-large':
      return refuse(413, 'too_large')
    case 'invalid':
      return refuse(422, 'invalid')
    case 'login-page':
      return { status: 200, body: PORTAL, isHtml: true }
    case 'half-json':
      return { status: 200, body: '{"id":"m1","te', isHtml: false }
    case 'pass':
    case 'drop':
    case 'lose':
    case 'hang':
    case 'hang-after':
    case 'late':
    case 'slow':
    case 'slow-body':
      return null
  }
}

/** Whether the request arrives and is done, whatever becomes of its answer. */
export function isDone(fault: RequestFault): boolean {
  return ['lose', 'lose-500', 'hang-after', 'late', 'slow', 'slow-body', 'half-json'].includes(fault)
}

/** Whether it is a word of the environment's own about the call, and not the line's. */
export function isRefusal(fault: RequestFault | null): boolean {
  return fault === 'conflict' || fault === 'too-large' || fault === 'invalid'
}

function refuse(status: number, code: string): Answer {
  return { status, body: { message: `The line says ${status}.`, code } }
}
