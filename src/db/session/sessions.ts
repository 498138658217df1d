import type { SignedInUser } from '#src/contract/auth.ts'
import { NO_CAPABILITIES, type Capabilities } from '#src/contract/capabilities.ts'
import { logger } from '#src/lib/logger.ts'
import { SignOutUnfinishedError } from '../errors.ts'
import type { UnsentWork } from '../outbox/unsent-work.ts'
import type { SessionDatabase, SessionRow } from './database.ts'
import { hasPendingClearing, storePendingClearing, type UnsentChoice } from './pending-clearings.ts'

export type LiveSession = SessionRow & { status: 'signed-in'; user: SignedInUser; token: string }

export function isLive(row: SessionRow | undefined): row is LiveSession {
  return row?.status === 'signed-in' && row.user !== null && row.token !== null
}

/** After this long without contact what is mirrored is locked until a sign-in (D9). */
const LONG_AWAY_MS = 14 * 24 * 60 * 60_000

/** Whether the environment has not answered for so long that the mirror is locked; `now` in ms of the device's clock. */
export function isLongAway(session: SessionRow, now: number): boolean {
  return now - session.lastContactAt > LONG_AWAY_MS
}

/**
 * Writes a successful sign-in. Another user than before gets a new epoch, so that the former's late writes fail. Throws
 * SignOutUnfinishedError while this user's last sign-out is still to be finished: no session ever stands over databases that
 * are to be cleared, so nothing that works for a session, the worker included, meets them (D8).
 */
export function storeSignIn(
  db: SessionDatabase,
  origin: string,
  user: SignedInUser,
  token: string,
  now: number,
): Promise<LiveSession> {
  return db.transaction('rw', [db.sessions, db.settings], async () => {
    if (await hasPendingClearing(db, { origin, userId: user.id })) throw new SignOutUnfinishedError()
    const before = await db.sessions.get(origin)
    const isSameUser = before?.user?.id === user.id && before.status !== 'signed-out'
    const epoch = before ? (isSameUser ? before.epoch : before.epoch + 1) : 1
    const row: LiveSession = {
      origin,
      status: 'signed-in',
      user,
      userAsOf: now,
      token,
      epoch,
      lastContactAt: now,
    }
    await db.sessions.put(row)
    return row
  })
}

/** Merges what the environment now says of the user into the session of this very token (specification section 7). */
export function storeUser(
  db: SessionDatabase,
  origin: string,
  token: string,
  user: SignedInUser,
  now: number,
): Promise<boolean> {
  return db.transaction('rw', db.sessions, async () => {
    const row = await db.sessions.get(origin)
    if (!isLive(row) || row.token !== token || row.user.id !== user.id) return false
    await db.sessions.put({ ...row, user, userAsOf: now })
    return true
  })
}

/**
 * A 401 for this very token locks the screen; an answer to an older token changes nothing (D8, O4). Where it can't be stored, on a
 * full device for example, the next 401 locks it. Returns whether it is locked by this; never rejects.
 */
export async function lockSession(db: SessionDatabase, origin: string, token: string): Promise<boolean> {
  try {
    return await db.transaction('rw', db.sessions, async () => {
      const row = await db.sessions.get(origin)
      if (!row || row.token !== token) return false
      await db.sessions.put({ ...row, status: 'locked', token: null })
      return true
    })
  } catch (error) {
    logger.warn('the session could not be locked', { error: String(error) })
    return false
  }
}

/**
 * Ends the session: the epoch rises first of all. What is left to do is noted in the same transaction: the token until the
 * environment has revoked it, and what is to be cleared on this device until it is (D8).
 */
export function endSession(
  db: SessionDatabase,
  origin: string,
  now: number,
  unsent: UnsentChoice = 'keep',
  discarded?: UnsentWork,
): Promise<SessionRow | null> {
  return db.transaction('rw', [db.sessions, db.pendingRevocations, db.settings], async () => {
    const row = await db.sessions.get(origin)
    if (!row) return null
    const epoch = row.epoch + 1
    const userId = row.user?.id
    if (userId) await storePendingClearing(db, { origin, userId, unsent, discarded, epoch })
    if (row.token !== null) await db.pendingRevocations.put({ token: row.token, origin })
    const ended: SessionRow = {
      origin,
      status: 'signed-out',
      user: null,
      token: null,
      epoch,
      lastContactAt: now,
    }
    await db.sessions.put(ended)
    return ended
  })
}

export async function noteContact(db: SessionDatabase, origin: string, now: number): Promise<void> {
  await db.sessions.update(origin, { lastContactAt: now })
}

export async function readCapabilities(db: SessionDatabase, origin: string): Promise<Capabilities | null> {
  const row = await db.capabilities.get(origin)
  // A row of an older build may lack a group that is new.
  return row ? { ...NO_CAPABILITIES, ...row.capabilities } : null
}

export async function storeCapabilities(
  db: SessionDatabase,
  origin: string,
  capabilities: Capabilities,
): Promise<void> {
  await db.capabilities.put({ origin, capabilities })
}

export async function readSetting(db: SessionDatabase, key: string): Promise<unknown> {
  return (await db.settings.get(key))?.value
}

export async function storeSetting(db: SessionDatabase, key: string, value: unknown): Promise<void> {
  await db.settings.put({ key, value })
}
