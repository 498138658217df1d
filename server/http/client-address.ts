import type { Settings } from '../settings-types.ts'
import type { AppContext } from './app-env.ts'

/** The client's address; behind a trusted proxy the last one that the proxy itself added (TRUST_PROXY). */
export function readClientAddress(c: AppContext, settings: Pick<Settings, 'trustProxy'>): string {
  const forwarded = settings.trustProxy
    ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined
  return forwarded || c.env.incoming.socket.remoteAddress || 'unknown'
}
