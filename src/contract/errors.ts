import * as v from 'valibot'

/** The body of every failure (CONTRACT section 1). `details` depends on the code. */
export const errorBodySchema = v.object({
  message: v.string(),
  code: v.string(),
  details: v.optional(v.unknown()),
  availableBotType: v.optional(v.string()),
})
export type ErrorBody = v.InferOutput<typeof errorBodySchema>

/** A refused sign-in of an environment that has the specification alone: it may say no more than where to try. */
export const bareRefusalSchema = v.pipe(
  v.object({ availableBotType: v.string() }),
  v.transform(({ availableBotType }): ErrorBody => ({ message: '', code: '', availableBotType })),
)

/** `details` of `not_held` and `holder_changed`: who holds the chat now; null is nobody. */
export const holderDetailsSchema = v.object({
  user: v.nullable(v.object({ id: v.string(), name: v.string() })),
})

/** The codes that the reference environment answers with. A console must expect others too. */
export type ErrorCode =
  | 'bad_request'
  | 'bad_credentials'
  | 'social_rejected'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'static_intent'
  | 'name_taken'
  | 'in_use'
  | 'already_running'
  | 'question_taken'
  | 'not_trained'
  | 'not_former'
  | 'changed'
  | 'not_held'
  | 'holder_changed'
  | 'needs_help_again'
  | 'channel_unavailable'
  | 'window_closed'
  | 'too_large'
  | 'wrong_type'
  | 'invalid'
  | 'idempotency_mismatch'
  | 'too_many_requests'
  | 'unavailable'
  | 'speech_unavailable'
  | 'speech_failed'
  | 'internal'
