import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readWholeNumber } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { readAudit } from '../../store/configuration/audit.ts'
import type { AuditRow } from '../../store/configuration/configuration-tables.ts'

const LIMIT_MAX = 200
const LIMIT_DEFAULT = 50
/** As many digits as `readWholeNumber` takes. */
const PLACE_MAX = 999_999_999

/** `GET /api/admin/audit`, newest first (CONTRACT section 2, admin); `next` is the next page's `before`. */
export function auditRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  if (ctx.settings.capabilities === 'none') return app
  app.get('/api/admin/audit', requireStaff(ctx, ROLES.admin), async (c) => {
    const limit = readWholeNumber(c, 'limit', { min: 1, max: LIMIT_MAX }) ?? LIMIT_DEFAULT
    const before = readWholeNumber(c, 'before', { min: 1, max: PLACE_MAX })
    // One more than asked for says whether there is another page.
    const found = await readAudit(ctx.store.db, { before, limit: limit + 1 })
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    return c.json({
      rows: rows.map(presentEntry),
      next: found.length > limit && last ? String(last.seq) : null,
    })
  })
  return app
}

function presentEntry({ seq, at, userId, userName, list, rowId, rowName, action, changes }: AuditRow) {
  const user = { id: userId, name: userName }
  return { id: String(seq), at: at.toISOString(), user, list, rowId, rowName, action, changes }
}
