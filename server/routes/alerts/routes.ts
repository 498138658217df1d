import { Hono } from 'hono'
import {
  ALERT_TESTS_PER_MINUTE,
  DELIVERIES_LIMIT_MAX,
  type DeliveriesPage,
} from '#src/contract/deliveries.ts'
import { ROLES } from '#src/domain/roles.ts'
import { NO_SENDER } from '../../alerts/alert-runner.ts'
import { readAlert } from '../../alerts/read-alert.ts'
import type { ServerContext } from '../../context.ts'
import { ApiError, failInvalid, failNotFound } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readIdempotencyKey, runIdempotent } from '../../http/idempotency.ts'
import { readParam, readWholeNumber } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import {
  insertAlertDeliveries,
  presentDelivery,
  readAlertDeliveries,
} from '../../store/alerts/alert-deliveries.ts'
import { readBotConfig } from '../../store/configuration/bot-configs.ts'

const DEFAULT_LIMIT = 50
const MINUTE_SECONDS = 60

/** The log of alerts by email and SMS, and their test: of the group `admin` (CONTRACT section 2). */
export function alertRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  if (ctx.settings.capabilities === 'none') return app
  const { senders } = ctx.alerts
  const admin = requireStaff(ctx, ROLES.admin)

  app.get('/api/admin/deliveries', admin, async (c) => {
    const limit = readWholeNumber(c, 'limit', { min: 1, max: DELIVERIES_LIMIT_MAX }) ?? DEFAULT_LIMIT
    const before = c.req.query('before') || null
    const { rows, more } = await readAlertDeliveries(ctx.store.db, { limit, before })
    const page: DeliveriesPage = {
      deliveries: rows.map(presentDelivery),
      more,
      senders,
      links: ctx.settings.publicUrl !== null,
    }
    return c.json(page)
  })

  app.post('/api/admin/alerts/:id/test', admin, async (c) => {
    const id = readParam(c, 'id')
    const { user } = c.get('staff')
    const call = {
      owner: `staff:${user.id}`,
      key: readIdempotencyKey(c, ctx),
      content: ['test-alert', id],
      limit: {
        key: `alert-test:${user.id}`,
        max: ALERT_TESTS_PER_MINUTE,
        windowSeconds: MINUTE_SECONDS,
        message: 'That were many tests. Please wait a moment.',
      },
    }
    const { answer } = await runIdempotent(ctx, call, async (tx) => {
      const row = await readBotConfig(tx, 'alerts', id)
      if (!row) throw failNotFound('This alert')
      const alert = readAlert(row)
      if (alert === null) throw failInvalid('This alert can not be read. Please set it up again.')
      if (!senders[alert.type]) throw new ApiError(409, 'conflict', writeSentence(NO_SENDER[alert.type]))
      const [delivery] = await insertAlertDeliveries(tx, [{ ...alert, chatId: null }])
      const body = delivery === undefined ? null : presentDelivery({ ...delivery, guests: 1 })
      return { answer: { kind: 'json', status: 202, body }, changes: [] }
    })
    return answer.kind === 'json' ? c.json(answer.body, 202) : c.body(null, 202)
  })
  return app
}

function writeSentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}
