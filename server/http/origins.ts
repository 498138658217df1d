import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { failForbidden } from '../errors.ts'
import type { Settings } from '../settings-types.ts'
import type { AppContext, AppEnv } from './app-env.ts'

type Allowed = Pick<Settings, 'allowedOrigins' | 'publicUrl'>

/** What a browser says of a call that no other site's page has made: one of our own pages, or a person by the address bar. */
const OWN_SITES = ['same-origin', 'none']

/** Whether pages of this origin may call: the server's own and the configured ones (CONTRACT section 1 and 4). */
export function isAllowedOrigin(settings: Allowed, origin: string, host: string | undefined): boolean {
  if (settings.allowedOrigins.includes(origin) || origin === settings.publicUrl) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}

/** CORS as in CONTRACT section 1. */
export function allowOrigins(settings: Allowed): MiddlewareHandler<AppEnv> {
  return cors({
    origin: (origin, c) => (isAllowedOrigin(settings, origin, c.req.header('host')) ? origin : null),
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match'],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    exposeHeaders: ['Date', 'Retry-After', 'ETag'],
    maxAge: 600,
  })
}

/**
 * For calls that have an effect without a token: CORS keeps their answer from other pages, but not the effect. A picture or a
 * link has no `Origin`; what the browser says of the page it stands on counts there.
 *
 * @throws ApiError 403.
 */
export function refuseOtherPages(c: AppContext, settings: Allowed): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isOurs =
    origin === undefined
      ? site === undefined || OWN_SITES.includes(site)
      : isAllowedOrigin(settings, origin, c.req.header('host'))
  if (!isOurs) throw failForbidden('Nobody signs in from pages of that site.')
}
