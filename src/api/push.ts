import {
  pushSubscriptionAnswerSchema,
  pushTestAnswerSchema,
  type PushSubscriptionAnswer,
  type PushSubscriptionRequest,
  type PushTestAnswer,
} from '#src/contract/push.ts'
import { callAs, watchSession } from './session-call.ts'
import { callEnvironment, type ApiSession } from './http.ts'

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
export async function deleteSubscription(
  session: ApiSession,
  endpoint: string,
  signal: AbortSignal,
): Promise<void> {
  const { target, token, hasContractBodies } = session
  const json = { endpoint }
  await watchSession(
    session,
    callEnvironment(target, {
      method: 'DELETE',
      path: SUBSCRIPTION_PATH,
      json,
      token,
      hasContractBodies,
      signal,
    }),
  )
}

/** Asks for a test push to this session's devices, and gives how many there are. Throws ApiError. */
export function sendTestPush(session: ApiSession, signal: AbortSignal): Promise<PushTestAnswer> {
  return callAs(session, { method: 'POST', path: '/api/push/test', signal }, pushTestAnswerSchema)
}
