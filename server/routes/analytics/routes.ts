import { Hono } from 'hono'
import { REPORT_TITLES, SERVICE_REPORT, type ReportData, type ReportTitle } from '#src/contract/reports.ts'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import { failNotFound } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { requireStaff } from '../../http/require-session.ts'
import { readLiveReport } from '../../store/reports/live-report.ts'
import { readMessageReport } from '../../store/reports/message-report.ts'
import type { ReportDays } from '../../store/reports/report-days.ts'
import { readUserReport } from '../../store/reports/user-report.ts'
import type { Db } from '../../store/store.ts'
import { readDays } from './read-days.ts'
import { readServiceReport } from './read-service.ts'

const READERS: { [T in ReportTitle]: (db: Db, days: ReportDays) => Promise<ReportData[T]> } = {
  live: readLiveReport,
  message: readMessageReport,
  user: readUserReport,
  service: readServiceReport,
}

/** `GET /analytics/{reportTitle}` (CONTRACT section 6): days are the hotel's, and UTC's in the specification alone. */
export function analyticsRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const hasExtensions = ctx.settings.capabilities === 'all'
  const titles: readonly ReportTitle[] = hasExtensions ? [...REPORT_TITLES, SERVICE_REPORT] : REPORT_TITLES
  const timeZone = hasExtensions ? ctx.settings.hotelTimeZone : 'UTC'
  app.get('/analytics/:title', requireStaff(ctx, ROLES.manager), async (c) => {
    const name = titles.find((title) => title === c.req.param('title'))
    if (name === undefined) throw failNotFound('This report')
    const data = await READERS[name](ctx.store.db, { ...readDays(c), timeZone })
    return c.json({ name, data, ...(hasExtensions ? { timeZone } : {}) })
  })
  return app
}
