import { Hono } from 'hono'
import { sql } from 'kysely'
import * as v from 'valibot'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import { failInvalid, failNotFound } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { readIdempotencyKey, runIdempotent } from '../../http/idempotency.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { createId } from '../../ids.ts'
import type { BotConfigRow } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
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
    if (!parsed.success) throw failInvalid(parsed.issues[0].message)
    return { type, config: parsed.output }
  }

  /** POST and PUT of a row mean the same (specification section 7). */
  const update = async (c: AppContext) => {
    const id = readParam(c, 'id')
    const { type, config } = await readConfig(c)
    const answer = await runIdempotent(ctx, readCall(c, ['put-config', id, type, config]), async (tx) => {
      await checkUsers(tx, config)
      const row = await tx
        .updateTable('botConfigs')
        .set({ config: JSON.stringify(config), updatedAt: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .where('type', '=', type)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw failNotFound('This row')
      return { answer: { kind: 'json', status: 200, body: present(row) }, changes: [] }
    })
    return answer.kind === 'json' ? c.json(answer.body) : c.body(null)
  }

  app.get('/api/bot-config', admin, async (c) => {
    const rows = await db
      .selectFrom('botConfigs')
      .selectAll()
      .where('type', '=', readType(c))
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return c.json(rows.map(present))
  })
  app.get('/api/bot-config/:id', admin, async (c) => {
    const row = await db
      .selectFrom('botConfigs')
      .selectAll()
      .where('id', '=', readParam(c, 'id'))
      .where('type', '=', readType(c))
      .executeTakeFirst()
    if (!row) throw failNotFound('This row')
    return c.json(present(row))
  })
  app.post('/api/bot-config', admin, async (c) => {
    const { type, config } = await readConfig(c)
    const answer = await runIdempotent(ctx, readCall(c, ['add-config', type, config]), async (tx) => {
      await checkUsers(tx, config)
      const row = await tx
        .insertInto('botConfigs')
        .values({ id: createId(), type, config: JSON.stringify(config) })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { answer: { kind: 'json', status: 201, body: present(row) }, changes: [] }
    })
    return answer.kind === 'json' ? c.json(answer.body, 201) : c.body(null, 201)
  })
  app.post('/api/bot-config/:id', admin, update)
  app.put('/api/bot-config/:id', admin, update)
  app.delete('/api/bot-config/:id', admin, async (c) => {
    const id = readParam(c, 'id')
    const type = readType(c)
    await runIdempotent(ctx, readCall(c, ['delete-config', type, id]), async (tx) => {
      const row = await tx
        .deleteFrom('botConfigs')
        .where('id', '=', id)
        .where('type', '=', type)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw failNotFound('This row')
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

/** Throws 422 where a shift names people who are not there. */
async function checkUsers(tx: Tx, config: object): Promise<void> {
  const ids = 'userIds' in config && Array.isArray(config.userIds) ? new Set<string>(config.userIds) : null
  if (!ids || ids.size === 0) return
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  if (rows.length < ids.size) throw failInvalid('Some of these people are not there any more.')
}

function present({ id, type, config }: BotConfigRow) {
  return { id, type, config }
}
