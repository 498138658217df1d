import { Hono } from 'hono'
import { SYNC_LIMIT_MAX } from '#src/contract/limits.ts'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readWholeNumber } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { chooseEncoding } from '../../shell/compress-answers.ts'
import { readSyncPage, readSyncRequest } from '../../store/log/read-sync-page.ts'
import { SharedPages } from './shared-pages.ts'

const LIMIT_DEFAULT = 500

/** `GET /api/sync` (CONTRACT section 2); absent where the environment has the specification alone. */
export function syncRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  if (ctx.settings.capabilities === 'none') return app
  const { db } = ctx.store
  const pages = new SharedPages()
  app.get('/api/sync', requireStaff(ctx, ROLES.agent), async (c) => {
    const limit = readWholeNumber(c, 'limit', { min: 1, max: SYNC_LIMIT_MAX }) ?? LIMIT_DEFAULT
    const request = await readSyncRequest(db, c.req.query('cursor') || null)
    if (request.kind === 'changes') return c.json(await readSyncPage(db, request, limit))
    const page = await pages.share(request, limit, () => readSyncPage(db, request, limit))
    const encoding = chooseEncoding(c.req.header('Accept-Encoding'))
    const body = await page.write(encoding)
    c.header('Content-Type', 'application/json')
    // Without an encoding, what compresses other answers says so.
    if (encoding === undefined) return c.body(body)
    c.header('Vary', 'Accept-Encoding', { append: true })
    c.header('Content-Encoding', encoding)
    return c.body(body)
  })
  return app
}
