import type { ErrorBody, ErrorCode } from '#src/contract/errors.ts'
import type { StaffRef } from '#src/contract/chats.ts'

/** The statuses that a failure may have (CONTRACT section 1). */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503

interface FailureExtras {
  details?: unknown
  retryAfterSeconds?: number
  availableBotType?: string
}

/** A failure that a person may read. Anything else that is thrown becomes a 500 without internals. */
export class ApiError extends Error {
  readonly status: FailureStatus
  readonly code: ErrorCode
  readonly extras: FailureExtras

  constructor(status: FailureStatus, code: ErrorCode, message: string, extras: FailureExtras = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.extras = extras
  }

  /** The body as CONTRACT section 1 gives it. */
  toBody(): ErrorBody {
    const { details, availableBotType } = this.extras
    return {
      message: this.message,
      code: this.code,
      ...(details === undefined ? {} : { details }),
      ...(availableBotType === undefined ? {} : { availableBotType }),
    }
  }
}

/** After so long the database may be asked again; a console's outbox does so by itself. */
const DATABASE_RETRY_SECONDS = 3

/**
 * The database is away, busy or refuses: the same may succeed later. Where its answer to a COMMIT was lost, what was to be
 * written may be there; a repeat with the same key is safe (CONTRACT section 2).
 */
export class DatabaseUnavailableError extends ApiError {
  /** For an operator; a person is told nothing of the database. */
  readonly reason: string

  constructor(reason: string, cause: unknown) {
    super(503, 'unavailable', 'The hotel’s data can’t be reached at the moment. Please try again shortly.', {
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    })
    this.name = 'DatabaseUnavailableError'
    this.reason = reason
    this.cause = cause
  }
}

export function failBadRequest(message: string): ApiError {
  return new ApiError(400, 'bad_request', message)
}

export function failUnauthorized(message = 'Your session has ended. Please sign in again.'): ApiError {
  return new ApiError(401, 'unauthorized', message)
}

export function failForbidden(message = 'Your role does not allow this.'): ApiError {
  return new ApiError(403, 'forbidden', message)
}

/** `what` as in 'This chat'. */
export function failNotFound(what: string): ApiError {
  return new ApiError(404, 'not_found', `${what} does not exist.`)
}

export function failNotHeld(holder: StaffRef | null): ApiError {
  const message = holder
    ? `${holder.name} holds this chat now.`
    : 'The bot holds this chat now. Take it over first.'
  return new ApiError(409, 'not_held', message, { details: { user: holder } })
}

export function failHolderChanged(holder: StaffRef | null): ApiError {
  const message = holder ? `${holder.name} holds this chat now.` : 'This chat is back with the bot.'
  return new ApiError(409, 'holder_changed', message, { details: { user: holder } })
}

export function failNeedsHelpAgain(helpAt: string | null): ApiError {
  const message = 'The guest has asked for help again since.'
  return new ApiError(409, 'needs_help_again', message, { details: { helpAt } })
}

/** A row that others refer to, a name that is taken, the last admin. `details` says how many of what. */
export function failConflict(message: string, details?: unknown): ApiError {
  return new ApiError(409, 'conflict', message, details === undefined ? {} : { details })
}

/** `row` is the row as it is now (CONTRACT section 2, admin). */
export function failChanged(row: unknown): ApiError {
  const message = 'Somebody else has changed this in the meantime. Nothing was saved.'
  return new ApiError(412, 'changed', message, { details: { row } })
}

export function failInvalid(message: string): ApiError {
  return new ApiError(422, 'invalid', message)
}

export function failTooLarge(message: string): ApiError {
  return new ApiError(413, 'too_large', message)
}

export function failWrongType(message: string): ApiError {
  return new ApiError(415, 'wrong_type', message)
}

/** `retryAfterSeconds` is rounded up to whole seconds, at least 1. */
export function failTooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return new ApiError(429, 'too_many_requests', message, { retryAfterSeconds: seconds })
}

export function failUnavailable(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError(503, 'unavailable', message, { retryAfterSeconds })
}
