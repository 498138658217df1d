import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { answerChat, answerMessages } from '../../http/present-rows.ts'
import { readParam, readWholeNumber } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { readChat, readChats, readMessage, readMessages } from '../../store/chats/read-chats.ts'

const PAGE_MAX = 1_000

/** CONTRACT section 5, reading; `scope`, `limit` and `before` are extensions. */
export function chatRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const isPlain = ctx.settings.capabilities === 'none'
  const readPage = (c: AppContext) =>
    isPlain
      ? { limit: null, before: null }
      : {
          limit: readWholeNumber(c, 'limit', { min: 1, max: PAGE_MAX }),
          before: c.req.query('before') || null,
        }
  const agent = requireStaff(ctx, ROLES.agent)

  app.get('/api/info/chats', agent, async (c) => {
    const isRecentOnly = !isPlain && c.req.query('scope') === 'recent'
    const rows = await readChats(db, { isRecentOnly, ...readPage(c) })
    return c.json(rows.map((row) => answerChat(ctx, row)))
  })
  app.get('/api/info/chats/:id', agent, async (c) =>
    c.json(answerChat(ctx, await readChat(db, readParam(c, 'id')))),
  )
  app.get('/api/info/chats/:id/messages', agent, async (c) => {
    const chatId = readParam(c, 'id')
    const rows = await readMessages(db, chatId, readPage(c))
    // Whoever has messages is there.
    if (rows.length === 0) await readChat(db, chatId)
    return c.json(await answerMessages(ctx, rows))
  })
  app.get('/api/info/message/:id', agent, async (c) => {
    const [message] = await answerMessages(ctx, [await readMessage(db, readParam(c, 'id'))])
    return c.json(message)
  })
  return app
}
