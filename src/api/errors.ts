import type { ErrorBody } from '#src/contract/errors.ts'

/** How a call failed, as a closed set (STYLE rule 4). Words for people are made elsewhere. */
export type ApiFailure =
  /** No answer: no line, a cut line, or a line on which nothing moves any more. */
  | { kind: 'unreachable' }
  /** Something answered that is not the environment: a redirect, HTML, a body of another shape. */
  | { kind: 'unexpected-responder' }
  /** The environment's 401: `body` is absent where the environment has no failure bodies. */
  | { kind: 'unauthorized'; body: ErrorBody | null }
  /** The environment's 429 or 503. */
  | { kind: 'busy'; status: number; retryAfterMs: number; body: ErrorBody | null }
  /** The environment's other 4xx. */
  | { kind: 'refused'; status: number; body: ErrorBody | null }
  | { kind: 'server'; status: number }
  /** The caller gave up. */
  | { kind: 'aborted' }

export class ApiError extends Error {
  override name = 'ApiError'
  constructor(readonly failure: ApiFailure) {
    super(describe(failure))
  }
}

/**
 * Whether a failure is that of one resource: an answer came, and it says nothing about the line, the session or how busy the
 * environment is. What else was to be read can still be.
 */
export function isOwnFailure({ kind }: ApiFailure): boolean {
  return kind === 'server' || kind === 'refused' || kind === 'unexpected-responder'
}

/** What the environment asked to be waited, ms; 0 where it asked nothing. */
export function readRetryAfter({ failure }: ApiError): number {
  return failure.kind === 'busy' ? failure.retryAfterMs : 0
}

/** The failure behind an error; anything that is no ApiError is thrown on, since it is a fault of ours. */
export function readFailure(error: unknown): ApiFailure {
  if (error instanceof ApiError) return error.failure
  throw error
}

function describe(failure: ApiFailure): string {
  return 'status' in failure ? `${failure.kind} ${failure.status}` : failure.kind
}
