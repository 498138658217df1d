import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { listStopped } from '../../store/channels/contacts.ts'
import { readAverageRating } from '../../store/chats/guest-ratings.ts'
import { readChat } from '../../store/chats/read-chats.ts'

/** What the messenger shows beside the conversation: the guest's card (CONTRACT section 5). */
export function referenceRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const isPlain = ctx.settings.capabilities === 'none'
  const agent = requireStaff(ctx, ROLES.agent)

  app.get('/api/inhouse-guest-info/:chatId', agent, async (c) => {
    const chat = await readChat(db, readParam(c, 'chatId'))
    const row = await db
      .selectFrom('guestInfo')
      .select('info')
      .where('chatId', '=', chat.id)
      .executeTakeFirst()
    // What the guest said here is newer than what is known from elsewhere, and of how many answers that is nobody knows.
    const rating = await readAverageRating(db, { id: chat.id, guestId: chat.guestId })
    const stopped = isPlain ? [] : await listStopped(db, chat.guestId)
    return c.json({
      ...row?.info,
      ...(rating === null ? {} : { rating }),
      ...(stopped.length === 0 ? {} : { stopped }),
    })
  })
  return app
}
