import { Hono } from 'hono'
import * as v from 'valibot'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import { failInvalid } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { readIdempotencyKey, runIdempotent } from '../../http/idempotency.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import {
  deleteBotConfig,
  insertBotConfig,
  readBotConfig,
  readBotConfigs,
  updateBotConfig,
} from '../../store/bot-configs.ts'
import type { BotConfigRow } from '../../store/schema.ts'
import { chooseConfigSchema, configRequestSchema, isConfigType, type ConfigType } from './schema.ts'

/** Shifts and alerts, as rows of the bot's configuration (CONTRACT section 6). */
export function botConfigRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const hasStaff = ctx.settings.capabilities === 'all'
  const admin = requireStaff(ctx, ROLES.admin)

  const readCall = (c: AppContext, content: unknown) => ({
    owner: `staff:${c.get('staff').user.id}`,
    key: readIdempotencyKey(c, ctx),
    content,
  })

  const readConfig = async (c: AppContext) => {
    const request = await readJson(c, configRequestSchema)
    const type = checkType(request.type)
    const parsed = v.safeParse(chooseConfigSchema(type, hasStaff), request.config)
    if (!parsed.success) throw failInvalid(describeProblem(parsed.issues[0]))
    return { type, config: parsed.output }
  }

  /** POST and PUT of a row mean the same (specification section 7). */
  const update = async (c: AppContext) => {
    const id = readParam(c, 'id')
    const { type, config } = await readConfig(c)
    const answer = await runIdempotent(ctx, readCall(c, ['put-config', id, type, config]), async (tx) => {
      const row = await updateBotConfig(tx, { type, id }, config)
      return { answer: { kind: 'json', status: 200, body: present(row) }, changes: [] }
    })
    return answer.kind === 'json' ? c.json(answer.body) : c.body(null)
  }

  app.get('/api/bot-config', admin, async (c) => {
    const rows = await readBotConfigs(db, readType(c))
    return c.json(rows.map(present))
  })
  app.get('/api/bot-config/:id', admin, async (c) =>
    c.json(present(await readBotConfig(db, { type: readType(c), id: readParam(c, 'id') }))),
  )
  app.post('/api/bot-config', admin, async (c) => {
    const { type, config } = await readConfig(c)
    const answer = await runIdempotent(ctx, readCall(c, ['add-config', type, config]), async (tx) => {
      const row = await insertBotConfig(tx, { type, config })
      return { answer: { kind: 'json', status: 201, body: present(row) }, changes: [] }
    })
    return answer.kind === 'json' ? c.json(answer.body, 201) : c.body(null, 201)
  })
  app.post('/api/bot-config/:id', admin, update)
  app.put('/api/bot-config/:id', admin, update)
  app.delete('/api/bot-config/:id', admin, async (c) => {
    const key = { type: readType(c), id: readParam(c, 'id') }
    await runIdempotent(ctx, readCall(c, ['delete-config', key]), async (tx) => {
      await deleteBotConfig(tx, key)
      return { answer: { kind: 'empty' }, changes: [] }
    })
    return c.body(null, 204)
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

/** A field that is wrong says so in words of its own; one of another type is named. */
function describeProblem(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  return path !== null && issue.kind === 'schema' ? `${path}: ${issue.message}` : issue.message
}

function present({ id, type, config }: BotConfigRow) {
  return { id, type, config }
}
