import { sql } from 'kysely'
import type { ServerContext } from '../context.ts'
import { ApiError, failTooManyRequests } from '../errors.ts'
import { findUser } from '../store/staff/find-user.ts'
import type { UserRow } from '../store/staff/staff-tables.ts'
import { failSocialRejected, identifyFacebookUser } from './facebook.ts'
import { verifyPassword } from './passwords.ts'
import { createSession, findSession, touchSession } from './sessions.ts'
import { beginSignIn, TOO_MANY } from './slow-down.ts'

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
 * @throws ApiError 401 `bad_credentials` or `social_rejected`, 429 while failures are slowed down.
 */
export function signIn(ctx: ServerContext, request: SignInRequest, address: string): Promise<SignedIn> {
  if (request.username.toLowerCase() === FACEBOOK_USERNAME) return signInByFacebook(ctx, request.token)
  if (request.password === '' && request.token !== '') return renewSession(ctx, request)
  return signInByPassword(ctx, request, address)
}

async function signInByPassword(
  ctx: ServerContext,
  request: SignInRequest,
  address: string,
): Promise<SignedIn> {
  const attempt = await beginSignIn(ctx.store.db, request.username, address)
  const user = await findUser(ctx.store.db, request.username)
  const isRight = await verifyPassword(user?.passwordHash ?? null, request.password)
  if (!user || !isRight) {
    if (attempt.delaySeconds > 0) throw failTooManyRequests(TOO_MANY, attempt.delaySeconds)
    throw failBadCredentials()
  }
  await attempt.clear()
  return openSession(ctx, user)
}

async function signInByFacebook(ctx: ServerContext, socialToken: string): Promise<SignedIn> {
  const fbid = await identifyFacebookUser(ctx.settings, socialToken)
  const user = await ctx.store.db.selectFrom('users').selectAll().where('fbid', '=', fbid).executeTakeFirst()
  if (!user) throw failSocialRejected()
  return openSession(ctx, user)
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
