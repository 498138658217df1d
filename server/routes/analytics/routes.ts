import { Hono } from 'hono'
import { FRAMING, type REPORT_TITLES, type ReportData, type ReportTitle } from '#src/contract/reports.ts'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import { readEnvironments } from '../../environments.ts'
import { failBadRequest, failNotFound } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { createCalendar, type Calendar } from '../../reports/calendar.ts'
import { readFraming } from '../../reports/framing.ts'
import { makeLiveReport } from '../../reports/live-report.ts'
import { makeMessageReport } from '../../reports/message-report.ts'
import { makeServiceReport } from '../../reports/service-report.ts'
import { makeUserReport } from '../../reports/user-report.ts'
import type { Db } from '../../store/store.ts'
import { readDays } from './range.ts'

type Make<Data> = (db: Db, calendar: Calendar) => Promise<Data>

const MAKERS: { [T in ReportTitle]: Make<ReportData[T]> } = {
  live: makeLiveReport,
  message: makeMessageReport,
  user: makeUserReport,
  service: makeServiceReport,
}

/** What the specification alone has of a report. */
const PLAIN_MAKERS: Record<(typeof REPORT_TITLES)[number], Make<object>> = {
  live: async (db) => {
    const { lastAgentMessages, ...live } = await makeLiveReport(db)
    return {
      ...live,
      lastAgentMessages: lastAgentMessages.map(({ time, message, agent }) => ({ time, message, agent })),
    }
  },
  message: makeMessageReport,
  user: async (db, calendar) => {
    const { interactionsPerChat, ...users } = await makeUserReport(db, calendar)
    return {
      ...users,
      interactionsPerChat: interactionsPerChat.map(({ guest, interactions }) => ({ guest, interactions })),
    }
  },
}

/**
 * `GET /analytics/{reportTitle}` (CONTRACT sections 6 and 8): a report of the days that the query names, by the hotel's
 * clock. In an environment of the specification alone they are UTC's, and nothing is said of a zone.
 */
export function analyticsRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const isPlain = ctx.settings.capabilities === 'none'
  const timeZone = isPlain ? 'UTC' : ctx.settings.hotelTimeZone
  const makers = new Map<string, Make<object>>(Object.entries(isPlain ? PLAIN_MAKERS : MAKERS))
  if (!isPlain) {
    const dashboards = listDashboards(ctx)
    app.get(`/analytics/${FRAMING}`, requireStaff(ctx, ROLES.manager), async (c) => {
      const { url = '', origin = '' } = c.req.query()
      // Nobody has the environment look at anything else.
      if (!dashboards.has(url)) throw failNotFound('This dashboard')
      if (!URL.canParse(origin)) throw failBadRequest("'origin' must be an origin.")
      return c.json({ framing: await readFraming(url, new URL(origin).origin) })
    })
  }
  app.get('/analytics/:reportTitle', requireStaff(ctx, ROLES.manager), async (c) => {
    const name = readParam(c, 'reportTitle')
    const make = makers.get(name)
    if (!make) throw failNotFound(`A report called '${name}'`)
    const data = await make(ctx.store.patientDb, createCalendar(readDays(c), timeZone))
    return c.json({ name, data, ...(isPlain ? {} : { timeZone }) })
  })
  return app
}

/** The addresses of every dashboard that the list of environments names. */
function listDashboards({ settings }: ServerContext): Set<string> {
  const environments = readEnvironments(settings.environmentsFile)
  return new Set(
    environments.flatMap(({ dashboards }) =>
      Object.values(dashboards).flatMap((list) => list.map(({ url }) => url)),
    ),
  )
}
