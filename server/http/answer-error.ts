import { HTTPException } from 'hono/http-exception'
import { ApiError, failBadRequest } from '../errors.ts'
import type { Log } from '../log.ts'
import { isUnstorableText } from '../store/store.ts'
import type { AppContext } from './app-env.ts'

/** Turns whatever was thrown into the body of CONTRACT section 1; what nobody foresaw is logged and told without internals. */
export function answerError(c: AppContext, error: unknown, log: Log): Response {
  const failure = toApiError(error)
  if (failure.code === 'internal')
    log.error('request failed', error, { method: c.req.method, path: c.req.path })
  const { retryAfterSeconds } = failure.extras
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  c.header('Cache-Control', 'no-store')
  return c.json(failure.toBody(), failure.status)
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof HTTPException && error.status === 400)
    return failBadRequest('The request is malformed.')
  // What a call did not refuse by itself, such as an address with a NUL in it (CONTRACT section 1: malformed).
  if (isUnstorableText(error)) return failBadRequest('The request holds characters that are no text.')
  return new ApiError(500, 'internal', 'Something went wrong on the server. Please try again.')
}
