import { sql } from 'kysely'
import type { ServerContext } from '../context.ts'
import { ApiError, failTooManyRequests } from '../errors.ts'
import { findUser } from '../store/staff/find-user.ts'
import type { UserRow } from '../store/staff/staff-tables.ts'
import type { Db } from '../store/store.ts'
import { identifyFacebookUser } from './facebook.ts'
import { hasManyFailures, noteFailure } from './client-failures.ts'
import { imitateVerification, verifyPassword } from './passwords.ts'
import { createSession, findSession, touchSession } from './sessions.ts'
import { beginSignIn, TOO_MANY, type SignInAttempt } from './slow-down.ts'

/** The username that stands for a social sign-in (specification section 1). */
export const FACEBOOK_USERNAME = 'facebooklogin'

export interface SignInRequest {
  username: string
  password: string
  token: string
}

export interface SignedIn {
  user: UserRow
  token: string
}

/**
 * Signs in by password or social token, or renews the session of a stored token (CONTRACT section 3).
 *
 * `client` as limits see it.
 *
 * @throws ApiError 401 `bad_credentials` or `social_rejected`, 429 while failures are slowed down, 503 where too many sign in.
 */
export function signIn(ctx: ServerContext, request: SignInRequest, client: string): Promise<SignedIn> {
  if (request.username.toLowerCase() === FACEBOOK_USERNAME)
    return signInByFacebook(ctx, request.token, client)
  if (request.password === '' && request.token !== '') return renewSession(ctx, request)
  return signInByPassword(ctx, request, client)
}

async function signInByPassword(
  ctx: ServerContext,
  request: SignInRequest,
  client: string,
): Promise<SignedIn> {
  const { db } = ctx.store
  const attempt = await beginSignIn(db, request.username, client)
  const user = await findUser(db, request.username)
  const isRight = await withdrawUnseen(attempt, checkPassword(ctx, user, request.password, client))
  if (!user || !isRight) throw (await slowDown(db, attempt, client)) ?? failBadCredentials()
  await attempt.clear()
  return openSession(ctx, user)
}

/** A password or token that nobody has looked at is no wrong one. */
async function withdrawUnseen<T>(attempt: SignInAttempt, look: Promise<T>): Promise<T> {
  try {
    return await look
  } catch (error) {
    await attempt.withdraw()
    throw error
  }
}

/** Counts a failure. 429 where whoever failed is to wait, null below the limits. */
async function slowDown(db: Db, attempt: SignInAttempt, client: string): Promise<ApiError | null> {
  const delaySeconds = Math.max(attempt.delaySeconds, await noteFailure(db, client))
  return delaySeconds > 0 ? failTooManyRequests(TOO_MANY, delaySeconds) : null
}

/**
 * Where much has failed, a password that nobody has is no longer hashed: guesses with ever new names would keep the
 * processor busy. Those with a user's name are few, since each is slowed down by itself; so the right password of somebody who
 * has not failed is always looked at, and a hotel can't be locked out from its own network (decision 035).
 */
async function checkPassword(
  { store }: ServerContext,
  user: UserRow | undefined,
  password: string,
  client: string,
): Promise<boolean> {
  const stored = user?.passwordHash ?? null
  if (stored !== null || !(await hasManyFailures(store.db, client))) {
    return verifyPassword(stored, password, client)
  }
  await imitateVerification()
  return false
}

/**
 * The username is the same for all, so that a token stands for it where failures are slowed down: else one person's would keep
 * all of the house out (decision 035).
 */
async function signInByFacebook(ctx: ServerContext, socialToken: string, client: string): Promise<SignedIn> {
  const { db } = ctx.store
  const attempt = await beginSignIn(db, `${FACEBOOK_USERNAME} ${socialToken}`, client)
  const fbid = await withdrawUnseen(attempt, identifyFacebookUser(ctx.settings, socialToken, client))
  const user = fbid === null ? undefined : await findByFacebook(db, fbid)
  if (!user) throw (await slowDown(db, attempt, client)) ?? failSocialRejected()
  await attempt.clear()
  return openSession(ctx, user)
}

function findByFacebook(db: Db, fbid: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('fbid', '=', fbid).executeTakeFirst()
}

/**
 * The token stays the same; its 30 days begin again. A console that has not heard of its user's new name gives the former
 * one, which is nobody's now.
 */
async function renewSession(ctx: ServerContext, { username, token }: SignInRequest): Promise<SignedIn> {
  const session = await findSession(ctx.store.db, token)
  if (!session) throw failBadCredentials()
  const named = await findUser(ctx.store.db, username)
  if (named && named.id !== session.user.id) throw failBadCredentials()
  await touchSession(ctx.store.db, session.tokenHash)
  return { user: session.user, token }
}

async function openSession(ctx: ServerContext, user: UserRow): Promise<SignedIn> {
  return ctx.store.transact(async (tx) => {
    // What the person showed was checked before: whoever has changed it meanwhile has ended this sign-in with it.
    const row = await tx
      .updateTable('users')
      .set({ lastLogin: sql<Date>`clock_timestamp()` })
      .where('id', '=', user.id)
      .where('passwordHash', 'is not distinct from', user.passwordHash)
      .where('fbid', 'is not distinct from', user.fbid)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw failBadCredentials()
    return { user: row, token: await createSession(tx, row.id) }
  })
}

function failBadCredentials(): ApiError {
  return new ApiError(
    401,
    'bad_credentials',
    'Wrong username or password, or user with such credentials not added to the system.',
  )
}

function failSocialRejected(): ApiError {
  return new ApiError(
    401,
    'social_rejected',
    'Can not authorise you view Facebook. Your account may not be allowed in here yet.',
  )
}
