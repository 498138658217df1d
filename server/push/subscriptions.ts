import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import { failUnauthorized } from '../errors.ts'
import { createId, hashSha256 } from '../ids.ts'
import type { Tx } from '../store/store.ts'
import { addDeliveries } from './add-deliveries.ts'

/** Who puts, removes or tests: a user, in one session. */
export interface Caller {
  userId: string
  sessionHash: string
}

export interface NewSubscription {
  endpoint: string
  p256dh: string
  auth: string
  environment: string | null
  hideNames: boolean
}

/** Devices of one user; beyond it the one that was renewed longest ago goes. */
const MAX_DEVICES = 20
const TEST_TAG = 'test'
const POINT_BYTES = 65
const SECRET_BYTES = 16

/** Whether a message can be encrypted for these keys: a point of P-256 and 16 bytes (RFC 8291). */
export function areKeysUsable({ p256dh, auth }: Pick<NewSubscription, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== SECRET_BYTES) return false
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/**
 * Puts a subscription, or renews it. It belongs to whoever put it last (CONTRACT section 2).
 *
 * @throws ApiError 401 where the session has ended since it was checked.
 */
export async function putSubscription(tx: Tx, caller: Caller, subscription: NewSubscription): Promise<void> {
  const session = await tx
    .selectFrom('sessions')
    .select('tokenHash')
    .where('tokenHash', '=', caller.sessionHash)
    .forKeyShare()
    .executeTakeFirst()
  if (!session) throw failUnauthorized()
  const endpointHash = hashSha256(subscription.endpoint)
  // Nothing that was meant for the former user reaches the new one.
  await tx
    .deleteFrom('pushSubscriptions')
    .where('endpointHash', '=', endpointHash)
    .where('userId', '<>', caller.userId)
    .execute()
  await tx
    .insertInto('pushSubscriptions')
    .values({ id: createId(), ...caller, ...subscription, endpointHash })
    .onConflict((on) =>
      on.column('endpointHash').doUpdateSet((eb) => ({
        userId: eb.ref('excluded.userId'),
        sessionHash: eb.ref('excluded.sessionHash'),
        p256dh: eb.ref('excluded.p256dh'),
        auth: eb.ref('excluded.auth'),
        environment: eb.ref('excluded.environment'),
        hideNames: eb.ref('excluded.hideNames'),
        updatedAt: sql<Date>`clock_timestamp()`,
        retryAt: null,
      })),
    )
    .execute()
  await tx
    .deleteFrom('pushSubscriptions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('pushSubscriptions')
        .select('id')
        .where('userId', '=', caller.userId)
        .orderBy('updatedAt', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_DEVICES),
    )
    .execute()
}

/** Whether there was one of this user. */
export async function removeSubscription(tx: Tx, userId: string, endpoint: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('pushSubscriptions')
    .where('endpointHash', '=', hashSha256(endpoint))
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Writes a test to each of this session's devices; how many there are. */
export async function addTest(tx: Tx, sessionHash: string): Promise<number> {
  const devices = await tx
    .selectFrom('pushSubscriptions')
    .select('id as subscriptionId')
    .where('sessionHash', '=', sessionHash)
    .forKeyShare()
    .execute()
  await addDeliveries(tx, {
    kind: 'test',
    tag: TEST_TAG,
    chatId: null,
    to: devices.map((device) => ({ ...device, detail: {} })),
  })
  return devices.length
}
