import DataLoader from 'dataloader'
import type { MiddlewareHandler } from 'hono'
import { findGuestSession, findGuestSessions, type GuestSession } from '../auth/guest-sessions.ts'
import type { Role } from '#src/domain/roles.ts'
import { findSession } from '../auth/sessions.ts'
import type { ServerContext } from '../context.ts'
import { failForbidden, failUnauthorized } from '../errors.ts'
import type { AppContext, AppEnv } from './app-env.ts'

type Stores = Pick<ServerContext, 'store'>

/** Lets in staff of at least `leastRole`: 401 without a living session, 403 below the role (CONTRACT section 1). */
export function requireStaff(ctx: Stores, leastRole: Role): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = readBearer(c)
    const session = token === null ? null : await findSession(ctx.store.db, token)
    if (!session) throw failUnauthorized()
    if (session.user.role < leastRole) throw failForbidden()
    c.set('staff', session)
    c.set('guest', null)
    await next()
  }
}

/** For calls whose least role is that of what they name. Throws 403 below the role. */
export function requireRole(c: AppContext, leastRole: Role): void {
  if (c.get('staff').user.role < leastRole) throw failForbidden()
}

/** Lets in staff of any role or a guest; `guest` says which chat is theirs. */
export function requireStaffOrGuest(ctx: Stores): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = readBearer(c)
    if (token === null) throw failUnauthorized()
    const session = await findSession(ctx.store.db, token)
    const guest = session ? null : await findGuestSession(ctx.store.db, token)
    if (!session && !guest) throw failUnauthorized()
    if (session) c.set('staff', session)
    c.set('guest', guest)
    await next()
  }
}

/** Lets in a guest by their own token; no staff call accepts it, and this accepts no staff token (CONTRACT section 8). */
export function requireGuest(ctx: Stores): MiddlewareHandler<AppEnv> {
  // The calls that a turn of the event loop brings ask once for all of them.
  const sessions = new DataLoader((tokens: readonly string[]) => findGuestSessions(ctx.store.db, tokens), {
    cache: false,
    batchScheduleFn: setImmediate,
  })
  return async (c, next) => {
    const token = readBearer(c)
    const guest = token === null ? null : await sessions.load(token)
    if (!guest) throw failUnauthorized('This conversation is no longer open on this device.')
    c.set('guest', guest)
    await next()
  }
}

/** The guest whose token a call carries; null where it carries none that is alive. */
export async function findGuest(ctx: Stores, c: AppContext): Promise<GuestSession | null> {
  const token = readBearer(c)
  return token === null ? null : findGuestSession(ctx.store.db, token)
}

/** The token of `Authorization: Bearer {token}`; null where there is none. */
function readBearer(c: AppContext): string | null {
  return /^Bearer +([\w~+/.-]+=*)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}
