import { Hono } from 'hono'
import { SYNC_LIMIT_MAX } from '#src/contract/limits.ts'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readWholeNumber } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { readSyncPage } from '../../store/log/read-sync-page.ts'

const LIMIT_DEFAULT = 500

/** `GET /api/sync` (CONTRACT section 2); absent where the environment has the specification alone. */
export function syncRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  if (ctx.settings.capabilities === 'none') return app
  app.get('/api/sync', requireStaff(ctx, ROLES.agent), async (c) => {
    const limit = readWholeNumber(c, 'limit', { min: 1, max: SYNC_LIMIT_MAX }) ?? LIMIT_DEFAULT
    return c.json(await readSyncPage(ctx.store.db, c.req.query('cursor') || null, limit))
  })
  return app
}
