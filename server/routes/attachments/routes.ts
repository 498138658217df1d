import { Hono } from 'hono'
import type { ServerContext } from '../../context.ts'
import { failNotFound } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import { namesTag, readByteRange } from '../../http/byte-range.ts'
import { readParam } from '../../http/read-request.ts'
import { requireStaffOrGuest } from '../../http/require-session.ts'
import { findAttachment, type StoredAttachment } from '../../store/chats/attachment-rows.ts'

/** Bytes never change under an id; they are kept by the asking browser only. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable'

/** Served `nosniff`, as an attachment unless an image, to staff and the chat's guest, whole or a range of it (CONTRACT section 5). */
export function attachmentRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  app.get('/api/attachments/:id', requireStaffOrGuest(ctx), async (c) => {
    const attachment = await findAttachment(ctx.store.db, readParam(c, 'id'))
    const guest = c.get('guest')
    if (!attachment || (guest && guest.chatId !== attachment.chatId)) throw failNotFound('This file')
    const { size } = attachment
    const tag = `"${attachment.digest}"`
    const headers = describeHeaders(attachment, tag)
    if (namesTag(c.req.header('If-None-Match'), tag)) return c.body(null, 304, headers)
    const range = readByteRange(readRangeHeader(c, tag), size)
    if (range === 'none') {
      return c.body(null, 416, { 'Content-Range': `bytes */${size}`, 'Cache-Control': 'no-store' })
    }
    const { start, end } = range === 'whole' ? { start: 0, end: size } : range
    const status = range === 'whole' ? 200 : 206
    const answerHeaders = {
      ...headers,
      ...(range === 'whole' ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
      'Content-Type': attachment.contentType,
      'Content-Length': String(end - start),
    }
    if (c.req.method === 'HEAD') return c.body(null, status, answerHeaders)
    const bytes = await ctx.attachments.open(attachment, { start, end })
    if (!bytes) throw failNotFound('This file')
    return c.body(bytes, status, answerHeaders)
  })
  return app
}

function describeHeaders({ contentType, name }: StoredAttachment, tag: string): Record<string, string> {
  const disposition = contentType.startsWith('image/') ? 'inline' : 'attachment'
  return {
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeFileName(name)}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': CACHE_CONTROL,
    'Accept-Ranges': 'bytes',
    ETag: tag,
  }
}

/** Of GET alone, and where `If-Range` names what the asker has a part of, only if it is still this. */
function readRangeHeader(c: AppContext, tag: string): string | undefined {
  if (c.req.method !== 'GET') return undefined
  const condition = c.req.header('If-Range')
  return condition === undefined || condition === tag ? c.req.header('Range') : undefined
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
