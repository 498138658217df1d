import * as v from 'valibot'
import { idSchema, instantSchema } from './lenient.ts'

/**
 * Web Push between an environment, a browser's push service and the worker (CONTRACT section 2, push; rules W3 to W5).
 * `capabilities.push.publicKey` is the `applicationServerKey` with which a console subscribes.
 */

/** Longest address of a push service that an environment takes. */
const MAX_ENDPOINT_CHARS = 2_048
const MAX_ENVIRONMENT_CHARS = 300
/** An uncompressed point of P-256 and 16 bytes, in base64url: what `PushSubscription.toJSON()` gives. */
const P256DH = /^[\w-]{86,88}={0,2}$/
const AUTH = /^[\w-]{22,24}={0,2}$/

const endpointSchema = v.pipe(
  v.string('The address of the push service is missing.'),
  v.maxLength(MAX_ENDPOINT_CHARS, 'The address of the push service is too long.'),
  v.check(isHttpsAddress, 'The address of the push service is no https address.'),
)

/**
 * `PUT /api/push/subscription`: the browser's `PushSubscription.toJSON()`, and two fields of our own. The answer is
 * `pushSubscriptionAnswerSchema`. 422 where the keys or the address can't be used, 503 where the address can't be looked
 * up now. Putting the same endpoint again renews it; it belongs to the session that put it last and ends with it.
 */
export const pushSubscriptionRequestSchema = v.object({
  endpoint: endpointSchema,
  expirationTime: v.optional(v.nullable(v.number()), null),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(P256DH, 'The key of the subscription is none.')),
    auth: v.pipe(v.string(), v.regex(AUTH, 'The secret of the subscription is none.')),
  }),
  /**
   * What this console calls the environment (the origin under which it keeps the session), given back in every payload
   * so that the worker can tell whose it is (W3). Null: payloads name the user alone.
   */
  environment: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(MAX_ENVIRONMENT_CHARS))), null),
  /** Whether guests' names stay out of what is sent to this device. */
  hideNames: v.optional(v.boolean(), false),
})
export type PushSubscriptionRequest = v.InferInput<typeof pushSubscriptionRequestSchema>

/** What the environment keeps of a subscription, without its keys. */
export const pushSubscriptionAnswerSchema = v.object({
  endpoint: v.string(),
  environment: v.nullable(v.string()),
  hideNames: v.boolean(),
})
export type PushSubscriptionAnswer = v.InferOutput<typeof pushSubscriptionAnswerSchema>

/** `DELETE /api/push/subscription`: 204, or 404 where the caller has no such subscription. */
export const pushEndpointRequestSchema = v.object({ endpoint: endpointSchema })

/**
 * `POST /api/push/test`, without a body: 202 with the number of this session's devices to which a test is on its way, 404
 * where it has none, 429 above `PUSH_TESTS_PER_MINUTE`.
 */
export const pushTestAnswerSchema = v.object({ devices: v.number() })
export type PushTestAnswer = v.InferOutput<typeof pushTestAnswerSchema>
export const PUSH_TESTS_PER_MINUTE = 10

/** So that they fit with the rest: an id of our own has 36 characters. */
export const PUSH_NEEDS_MAX = 20

/**
 * The chats that need a user, by all that the environment knew at `rev` of its log: nobody holds them and they need help, or the
 * user holds them and the guest wrote last; without those that did not change since the user read them.
 */
const needsSchema = v.object({ rev: v.pipe(v.number(), v.integer()), chatIds: v.array(idSchema) })
export type PushNeeds = v.InferOutput<typeof needsSchema>

/**
 * `GET /api/push/needs`: what a push would say of the caller's needs now. Null where it would say nothing, because the chats
 * are more than `PUSH_NEEDS_MAX`. Only where `read` is announced (`PUSH_EXTRAS`).
 */
export const pushNeedsAnswerSchema = v.nullable(needsSchema)

/**
 * `POST /api/push/read`: the user has read this chat as it was at `rev`: 204, again and for an older
 * `rev` too. 404 for an unknown chat, 422 for what is no read. Only where `read` is announced (`PUSH_EXTRAS`).
 */
export const pushReadRequestSchema = v.object({
  chatId: v.pipe(v.string(), v.minLength(1)),
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
export type PushReadRequest = v.InferOutput<typeof pushReadRequestSchema>

/** In every payload. No word of a guest is in any; all of it fits the 4,096 bytes that push services carry. */
const common = {
  version: v.literal(1),
  /** As the subscription was put; null where it named none. */
  environment: v.nullable(v.string()),
  /** Whose alert this is: the user to whom the subscription belongs. */
  userId: idSchema,
  /** When it was sent, by the environment's clock (I8). */
  sentAt: instantSchema,
  /** The notification's tag: one for each chat, so that what comes later replaces what is shown (W3). */
  tag: v.pipe(v.string(), v.minLength(1)),
  /** How many chats need help now: the badge (W3). */
  helpCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /**
   * Alerts of other chats are over. Absent where they are more than `PUSH_NEEDS_MAX`, or where an environment does not say;
   * a console that does not know it leaves it alone.
   */
  needs: v.optional(needsSchema),
}
const ofChat = {
  ...common,
  chatId: idSchema,
  /** The guest's name as staff see it; null where this device hides names. */
  displayName: v.nullable(v.string()),
  /** The chat's `rev` that it speaks of; absent where an environment does not say. */
  rev: v.optional(v.pipe(v.number(), v.integer())),
}

/** What the worker receives, decrypted by the browser. */
const pushPayloadSchema = v.variant('kind', [
  v.object({
    ...ofChat,
    kind: v.literal('needs_help'),
    /** Since when. */
    helpAt: instantSchema,
    /** 0 at once, 1 after 2 minutes, 2 after 5 minutes (W5). */
    stage: v.picklist([0, 1, 2]),
    /** The line of the shift for which the person is on duty (CONTRACT section 6, agentOnDuty `message`). */
    line: v.nullable(v.string()),
  }),
  /** Somebody holds a chat for which this device was alerted: replaces the alert silently. `by` may be the user. */
  v.object({ ...ofChat, kind: v.literal('taken'), by: v.object({ id: idSchema, name: v.string() }) }),
  /** A chat for which this device was alerted needs no help any more: replaces the alert silently. */
  v.object({ ...ofChat, kind: v.literal('resolved') }),
  /** A guest wrote in a chat that the user holds. */
  v.object({ ...ofChat, kind: v.literal('new_message') }),
  v.object({ ...common, kind: v.literal('test') }),
])
export type PushPayload = v.InferOutput<typeof pushPayloadSchema>
export type PushKind = PushPayload['kind']

/** Reads what a push carries; null for what this build does not understand (every push shows something all the same). */
export function readPushPayload(text: string): PushPayload | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = v.safeParse(pushPayloadSchema, json)
  return parsed.success ? parsed.output : null
}

/** The tag of a chat's notifications, whatever their kind. */
export function writeChatTag(chatId: string): string {
  return `chat:${chatId}`
}

function isHttpsAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}
