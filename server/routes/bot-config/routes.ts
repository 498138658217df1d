import { Hono } from 'hono'
import * as v from 'valibot'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import { failInvalid } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { describeIssue, readJson, readParam } from '../../http/read-request.ts'
import { requireRole, requireStaff } from '../../http/require-session.ts'
import {
  AUDITED_CONFIGS,
  deleteBotConfig,
  insertBotConfig,
  lockBotConfig,
  readBotConfig,
  readBotConfigs,
  updateBotConfig,
  type ConfigType,
} from '../../store/configuration/bot-configs.ts'
import type { BotConfigRow } from '../../store/configuration/configuration-tables.ts'
import { chooseConfigSchema, configRequestSchema, isConfigType } from './schema.ts'

/** Who writes rows of a type; lists and deletes them admins alone (specification section 6). */
const WRITERS = {
  agentOnDuty: ROLES.admin,
  alerts: ROLES.admin,
  cronCampaigns: ROLES.marketing,
} as const

/** Campaigns, shifts and alerts, as rows of the bot's configuration (CONTRACT section 6). */
export function botConfigRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const hasStaff = ctx.settings.capabilities === 'all'
  const marketing = requireStaff(ctx, ROLES.marketing)
  const serve = (type: ConfigType) =>
    serveConfigRows(ctx, {
      audited: AUDITED_CONFIGS[type],
      noun: 'row',
      lock: (tx, id) => lockBotConfig(tx, type, id),
      present: hasStaff && type === 'agentOnDuty' ? presentShift : present,
    })
  const rows = {
    agentOnDuty: serve('agentOnDuty'),
    alerts: serve('alerts'),
    cronCampaigns: serve('cronCampaigns'),
  }

  const readConfig = async (c: AppContext) => {
    const request = await readJson(c, configRequestSchema)
    const type = checkType(request.type)
    requireRole(c, WRITERS[type])
    const parsed = v.safeParse(chooseConfigSchema(type, hasStaff), request.config)
    if (!parsed.success) throw failInvalid(describeIssue(parsed.issues[0]))
    return { type, config: parsed.output }
  }

  /** POST and PUT of a row mean the same (specification section 7). */
  const update = async (c: AppContext) => {
    const { type, config } = await readConfig(c)
    return rows[type].update(c, { id: readParam(c, 'id'), content: config }, ({ tx }, before) =>
      updateBotConfig(tx, before, config),
    )
  }

  app.get('/api/bot-config', marketing, async (c) => {
    const type = readType(c)
    requireRole(c, ROLES.admin)
    return rows[type].list(c, await readBotConfigs(db, type))
  })
  app.get('/api/bot-config/:id', marketing, async (c) => {
    const type = readType(c)
    requireRole(c, WRITERS[type])
    return rows[type].one(c, await readBotConfig(db, type, readParam(c, 'id')))
  })
  app.post('/api/bot-config', marketing, async (c) => {
    const { type, config } = await readConfig(c)
    return rows[type].create(c, ['add-config', type, config], ({ tx }) =>
      insertBotConfig(tx, { type, config }),
    )
  })
  app.post('/api/bot-config/:id', marketing, update)
  app.put('/api/bot-config/:id', marketing, update)
  app.delete('/api/bot-config/:id', marketing, (c) => {
    requireRole(c, ROLES.admin)
    return rows[readType(c)].remove(c, { id: readParam(c, 'id') }, ({ tx }, before) =>
      deleteBotConfig(tx, before),
    )
  })
  return app
}

function readType(c: AppContext): ConfigType {
  return checkType(c.req.query('type') ?? '')
}

function checkType(type: string): ConfigType {
  if (!isConfigType(type)) throw failInvalid(`There is no configuration of the type '${type}'.`)
  return type
}

function present({ id, type, config }: BotConfigRow) {
  return { id, type, config }
}

/** With when it was set, without which nobody can tell when a shift runs that runs once. */
function presentShift(row: BotConfigRow) {
  return { ...present(row), updatedAt: row.updatedAt.toISOString() }
}
