import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Settings } from '../settings-types.ts'
import type { AppEnv } from './app-env.ts'

/** Whether pages of this origin may call: the server's own and the configured ones (CONTRACT section 1 and 4). */
export function isAllowedOrigin(
  settings: Pick<Settings, 'allowedOrigins'>,
  origin: string,
  host: string | undefined,
): boolean {
  if (settings.allowedOrigins.includes(origin)) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}

/** CORS as in CONTRACT section 1. */
export function allowOrigins(settings: Pick<Settings, 'allowedOrigins'>): MiddlewareHandler<AppEnv> {
  return cors({
    origin: (origin, c) => (isAllowedOrigin(settings, origin, c.req.header('host')) ? origin : null),
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match'],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    exposeHeaders: ['Date', 'Retry-After', 'ETag'],
    maxAge: 600,
  })
}
