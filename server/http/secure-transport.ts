import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

const YEAR_SECONDS = 31_536_000

/** A browser that was here once over https never asks this host over http again. Other hosts of its domain are not ours. */
export function requireSecureTransport(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    c.res.headers.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`)
  }
}
