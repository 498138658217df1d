import { Hono } from 'hono'
import type { Capabilities } from '#src/contract/capabilities.ts'
import type { ServerContext } from '../../context.ts'
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
}

/** What an environment says about itself, without a session: CONTRACT sections 2 and 9. */
export function metaRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  app.get('/api/health', async (c) => {
    await ctx.store.db.selectFrom('meta').select('key').limit(1).execute()
    return c.json({ status: 'ok', version: ctx.version })
  })
  if (ctx.settings.capabilities === 'all') {
    const push = ctx.push === null ? null : { publicKey: ctx.push.publicKey }
    const capabilities: Capabilities = { ...CAPABILITIES, push }
    app.get('/api/capabilities', (c) => c.json(capabilities))
  }
  return app
}
