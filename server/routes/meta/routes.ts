import { Hono } from 'hono'
import { BOT_EXTRAS, PUSH_EXTRAS, type Capabilities } from '#src/contract/capabilities.ts'
import { FRAMING, SERVICE_REPORT } from '#src/contract/reports.ts'
import type { ServerContext } from '../../context.ts'
import { HealthCheck } from '../../health-check.ts'
import type { App, AppEnv } from '../../http/app-env.ts'

/** Each group is announced only where all of it is there (CONTRACT section 2). */
const CAPABILITIES: Omit<Capabilities, 'push'> = {
  authPost: true,
  sync: true,
  idempotency: true,
  paging: true,
  staff: true,
  admin: true,
  guests: true,
  campaigns: true,
  bot: [BOT_EXTRAS.notUnderstood, BOT_EXTRAS.versions, BOT_EXTRAS.try],
  reports: [SERVICE_REPORT, FRAMING],
}

const HEALTH_RETRY_SECONDS = 2

/** What an environment says about itself, without a session: CONTRACT sections 2 and 9. */
export function metaRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const health = new HealthCheck(ctx.store)
  app.get('/api/health', async (c) => {
    const fault = await health.read()
    if (fault === null) return c.json({ status: 'ok', version: ctx.version })
    c.header('Retry-After', String(HEALTH_RETRY_SECONDS))
    return c.json({ status: 'unavailable', version: ctx.version, ...fault }, 503)
  })
  if (ctx.settings.capabilities === 'all') {
    const push = ctx.push === null ? null : { publicKey: ctx.push.publicKey, extras: [PUSH_EXTRAS.read] }
    const capabilities: Capabilities = { ...CAPABILITIES, push }
    app.get('/api/capabilities', (c) => c.json(capabilities))
  }
  return app
}
