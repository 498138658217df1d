import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readAnsweredChat, readIdempotencyKey, runIdempotent } from '../../http/idempotency.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { describePass } from '../../store/chats/change-holder.ts'
import { readColleague, readStaff } from '../../store/staff/read-staff.ts'
import { passSchema } from './schema.ts'

/** Colleagues, and handing a chat to one of them: the group `staff` (CONTRACT section 2). */
export function staffRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  if (ctx.settings.capabilities === 'none') return app
  const { db } = ctx.store
  const agent = requireStaff(ctx, ROLES.agent)

  app.get('/api/staff', agent, async (c) => {
    const online = await ctx.sockets.readOnlineUsers()
    const rows = await readStaff(db)
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
