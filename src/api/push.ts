import {
  pushNeedsAnswerSchema,
  pushSubscriptionAnswerSchema,
  pushTestAnswerSchema,
  type PushNeeds,
  type PushReadRequest,
  type PushSubscriptionAnswer,
  type PushSubscriptionRequest,
  type PushTestAnswer,
} from '#src/contract/push.ts'
import { callAs, watchSession } from './session-call.ts'
import { callEnvironment, type ApiSession, type Call } from './http.ts'

// Only where the environment announced `push` (CONTRACT section 2).

const SUBSCRIPTION_PATH = '/api/push/subscription'

/** Puts or renews this device's subscription: it belongs to this session from now on. Throws ApiError. */
export function putSubscription(
  session: ApiSession,
  subscription: PushSubscriptionRequest,
  signal: AbortSignal,
): Promise<PushSubscriptionAnswer> {
  return callAs(
    session,
    { method: 'PUT', path: SUBSCRIPTION_PATH, json: subscription, signal },
    pushSubscriptionAnswerSchema,
  )
}

/** Ends a subscription of the user's. Throws ApiError, refused with 404 where there is none (any more). */
export function deleteSubscription(
  session: ApiSession,
  endpoint: string,
  signal: AbortSignal,
): Promise<void> {
  return callWithoutAnswer(session, { method: 'DELETE', path: SUBSCRIPTION_PATH, json: { endpoint }, signal })
}

/** Asks for a test push to this session's devices, and gives how many there are. Throws ApiError. */
export function sendTestPush(session: ApiSession, signal: AbortSignal): Promise<PushTestAnswer> {
  return callAs(session, { method: 'POST', path: '/api/push/test', signal }, pushTestAnswerSchema)
}

/** Says which chat the user has read, and as of which revision; only where `PUSH_EXTRAS.read` is announced. Throws ApiError. */
export function sendRead(session: ApiSession, read: PushReadRequest, signal: AbortSignal): Promise<void> {
  return callWithoutAnswer(session, { method: 'POST', path: '/api/push/read', json: read, signal })
}

/** The chats that need the user, null where they are too many; only where `PUSH_EXTRAS.read` is announced. Throws ApiError. */
export function fetchNeeds(session: ApiSession, signal: AbortSignal): Promise<PushNeeds | null> {
  return callAs(session, { method: 'GET', path: '/api/push/needs', signal }, pushNeedsAnswerSchema)
}

async function callWithoutAnswer(session: ApiSession, call: Call): Promise<void> {
  const { target, token, hasContractBodies } = session
  await watchSession(session, callEnvironment(target, { ...call, token, hasContractBodies }))
}
