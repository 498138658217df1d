import { Hono } from 'hono'
import * as v from 'valibot'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import { failInvalid } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readAnsweredChat, readIdempotencyKey, runIdempotent } from '../../http/idempotency.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { describePass } from '../../store/change-holder.ts'
import type { Tx } from '../../store/store.ts'

const passSchema = v.object({ userId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })

/** Colleagues, and handing a chat to one of them: the group `staff` (CONTRACT section 2). */
export function staffRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  if (ctx.settings.capabilities === 'none') return app
  const { db } = ctx.store
  const agent = requireStaff(ctx, ROLES.agent)

  app.get('/api/staff', agent, async (c) => {
    const online = await ctx.sockets.readOnlineUsers()
    const rows = await db
      .selectFrom('users')
      .select(['id', 'name', 'role'])
      .orderBy('name')
      .orderBy('id')
      .execute()
    return c.json(rows.map((row) => ({ ...row, online: online.has(row.id) })))
  })

  app.post('/api/takeover/pass/:chatId', agent, async (c) => {
    const chatId = readParam(c, 'chatId')
    const { userId } = await readJson(c, passSchema)
    const holder = c.req.query('holder') || null
    const { user } = c.get('staff')
    const call = {
      owner: `staff:${user.id}`,
      key: readIdempotencyKey(c, ctx),
      content: ['pass', chatId, { userId, holder }],
    }
    await runIdempotent(ctx, call, async (tx) => {
      const to = await readColleague(tx, userId, user.id)
      return {
        answer: { kind: 'chat', chatId },
        changes: await describePass(tx, { chatId, by: { id: user.id, name: user.name }, to, holder }),
      }
    })
    return c.json(await readAnsweredChat(db, chatId))
  })
  return app
}

/** Throws 422 where there is no such colleague. */
async function readColleague(tx: Tx, userId: string, me: string) {
  if (userId === me) throw failInvalid('You hold this chat already.')
  const row = await tx.selectFrom('users').select(['id', 'name']).where('id', '=', userId).executeTakeFirst()
  if (!row) throw failInvalid('This colleague is not there any more.')
  return row
}
