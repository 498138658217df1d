import { Hono } from 'hono'
import {
  PUSH_TESTS_PER_MINUTE,
  pushEndpointRequestSchema,
  pushReadRequestSchema,
  pushSubscriptionRequestSchema,
  type PushNeeds,
  type PushSubscriptionAnswer,
  type PushTestAnswer,
} from '#src/contract/push.ts'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import { ApiError, failInvalid, failUnavailable } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { readIdempotencyKey, runIdempotent } from '../../http/idempotency.ts'
import { readJson } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { readNeeds } from '../../push/read-needs.ts'
import { recordRead } from '../../push/record-read.ts'
import { HostRefusedError, resolvePublic, type AddressPolicy } from '../../push/resolve-host.ts'
import {
  addTest,
  areKeysUsable,
  putSubscription,
  removeSubscription,
  type Caller,
} from '../../push/subscriptions.ts'

const MINUTE_SECONDS = 60
const RETRY_AFTER_SECONDS = 10

/** This device's alerts: the group `push` (CONTRACT section 2). */
export function pushRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { push } = ctx
  if (push === null) return app
  const agent = requireStaff(ctx, ROLES.agent)
  const readCall = (c: AppContext, content: unknown) => ({
    owner: `staff:${readCaller(c).userId}`,
    key: readIdempotencyKey(c, ctx),
    content,
  })

  app.put('/api/push/subscription', agent, async (c) => {
    const { endpoint, keys, environment, hideNames } = await readJson(c, pushSubscriptionRequestSchema)
    if (!areKeysUsable(keys)) throw failInvalid('The keys of the subscription can not be used.')
    await checkHost(endpoint, push.addresses)
    const caller = readCaller(c)
    const subscription = { endpoint, ...keys, environment, hideNames }
    // A repeat in another session is another thing: the subscription ends with its session.
    const call = readCall(c, ['put-subscription', caller.sessionHash, subscription])
    await runIdempotent(ctx, call, async (tx) => {
      await putSubscription(tx, caller, subscription)
      return { answer: { kind: 'empty' }, changes: [] }
    })
    const answer: PushSubscriptionAnswer = { endpoint, environment, hideNames }
    return c.json(answer)
  })

  app.delete('/api/push/subscription', agent, async (c) => {
    const { endpoint } = await readJson(c, pushEndpointRequestSchema)
    const { userId } = readCaller(c)
    await runIdempotent(ctx, readCall(c, ['delete-subscription', endpoint]), async (tx) => {
      if (!(await removeSubscription(tx, userId, endpoint))) throw failNoDevice()
      return { answer: { kind: 'empty' }, changes: [] }
    })
    return c.body(null, 204)
  })

  app.post('/api/push/test', agent, async (c) => {
    const { userId, sessionHash } = readCaller(c)
    const limit = {
      key: `push-test:${userId}`,
      max: PUSH_TESTS_PER_MINUTE,
      windowSeconds: MINUTE_SECONDS,
      message: 'That were many tests. Please wait a moment.',
    }
    const call = { ...readCall(c, ['test-push', sessionHash]), limit }
    const { answer } = await runIdempotent(ctx, call, async (tx) => {
      const devices = await addTest(tx, sessionHash)
      if (devices === 0) throw failNoDevice()
      const body: PushTestAnswer = { devices }
      return { answer: { kind: 'json', status: 202, body }, changes: [] }
    })
    return answer.kind === 'json' ? c.json(answer.body, 202) : c.body(null, 202)
  })

  app.post('/api/push/read', agent, async (c) => {
    const read = await readJson(c, pushReadRequestSchema)
    const { userId } = readCaller(c)
    await runIdempotent(ctx, readCall(c, ['read-chat', read]), async (tx) => {
      await recordRead(tx, userId, read)
      return { answer: { kind: 'empty' }, changes: [] }
    })
    return c.body(null, 204)
  })

  app.get('/api/push/needs', agent, async (c) => {
    const needs: PushNeeds | null = (await readNeeds(ctx.store.db, readCaller(c).userId)) ?? null
    return c.json(needs)
  })
  return app
}

function readCaller(c: AppContext): Caller {
  const { user, tokenHash } = c.get('staff')
  return { userId: user.id, sessionHash: tokenHash }
}

function failNoDevice(): ApiError {
  return new ApiError(404, 'not_found', 'Alerts are not switched on for this device.')
}

/** @throws ApiError 422 for a host that is none or of this house, 503 where that can't be known now. */
async function checkHost(endpoint: string, addresses: AddressPolicy): Promise<void> {
  try {
    await resolvePublic(endpoint, addresses)
  } catch (error) {
    if (!(error instanceof HostRefusedError)) throw error
    if (error.reason === 'unavailable') {
      const message = 'The push service can not be looked up from the hotel now. Please try again.'
      throw failUnavailable(message, RETRY_AFTER_SECONDS)
    }
    throw failInvalid('The address of the push service is not one on the public internet.')
  }
}
