import { Hono } from 'hono'
import type { ServerContext } from '../../context.ts'
import { failNotFound } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readParam } from '../../http/read-request.ts'
import { requireStaffOrGuest } from '../../http/require-session.ts'

/** Bytes never change under an id; they are kept by the asking browser only. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable'

/** Served `nosniff`, as an attachment unless an image, to staff and the chat's guest (CONTRACT section 5). */
export function attachmentRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  app.get('/api/attachments/:id', requireStaffOrGuest(ctx), async (c) => {
    const row = await ctx.store.db
      .selectFrom('attachments')
      .selectAll()
      .where('id', '=', readParam(c, 'id'))
      .executeTakeFirst()
    const guest = c.get('guest')
    if (!row || (guest && guest.chatId !== row.chatId)) throw failNotFound('This file')
    const disposition = row.contentType.startsWith('image/') ? 'inline' : 'attachment'
    return c.body(new Uint8Array(row.bytes), 200, {
      'Content-Type': row.contentType,
      'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeFileName(row.name)}`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': CACHE_CONTROL,
    })
  })
  return app
}

/** RFC 5987: `encodeURIComponent` leaves some characters that a header value may not hold. */
function encodeFileName(name: string): string {
  return encodeURIComponent(replaceLoneSurrogates(name)).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** `encodeURIComponent` refuses half a character, which a cut name may end with. */
function replaceLoneSurrogates(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD')
}
