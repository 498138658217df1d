import { isBlank } from '#src/domain/text/blank.ts'
import path from 'node:path'
import { Hono } from 'hono'
import {
  guestMessageRequestSchema,
  guestRatingRequestSchema,
  guestSessionRequestSchema,
} from '#src/contract/guest-side.ts'
import {
  GUEST_MESSAGES_PER_MINUTE,
  GUEST_PAGE_MESSAGES,
  GUEST_RATINGS_PER_MINUTE,
} from '#src/contract/limits.ts'
import { createGuestSession, endGuestSession, type GuestSession } from '../auth/guest-sessions.ts'
import { BOT_NAME } from '../bot/bot-name.ts'
import type { ServerContext } from '../context.ts'
import { ApiError, failForbidden, failNotFound, failUnauthorized } from '../errors.ts'
import type { App, AppContext, AppEnv } from '../http/app-env.ts'
import { readClient } from '../http/client-address.ts'
import { readAnsweredMessages, readIdempotencyKey, runIdempotent } from '../http/idempotency.ts'
import { SharedCalls } from '../http/shared-calls.ts'
import { createId } from '../ids.ts'
import { readJson, readParam, readWholeNumber } from '../http/read-request.ts'
import { findGuest, requireGuest, requireStaffOrGuest } from '../http/require-session.ts'
import { parseMessageText } from '../http/message-text.ts'
import { recogniseLanguage } from '../language.ts'
import { writeGuestPolicy } from '../shell/content-security-policy.ts'
import { findDistFolder } from '../shell/dist-folder.ts'
import { serveFile } from '../shell/static-files.ts'
import { readRatingQuestion, writeRating } from '../store/chats/guest-ratings.ts'
import { lockChat } from '../store/chats/lock-chat.ts'
import { requireChat } from '../store/chats/change-holder.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import { presentMessage, presentToGuest } from '../store/chats/present.ts'
import { readGuestMessages } from '../store/chats/read-guest-messages.ts'
import { createChat, describeGuestEvent, describeGuestMessage } from '../store/chats/write-chats.ts'
import { takeRateLimit } from '../store/rate-limits.ts'
import type { Tx } from '../store/store.ts'

const MINUTE_SECONDS = 60
const NAME_MAX_CHARS = 100
const NAMELESS = 'Guest'
/** Channels whose guests the page plays in a demonstration hotel. */
const PLAYED_CHANNELS = ['sms', 'facebook']
const ENDED_BY_GUEST = 'The guest has ended the conversation'
const BLOCKED = 'We can’t take messages here at the moment. Please speak to our front desk.'
const PICTURE_CACHE = 'private, max-age=86400'

/** The guest's side (CONTRACT section 8): the page, its session, its messages, and the pictures of the bot's cards. */
export function guestRoutes(ctx: ServerContext, pageFolder = path.join(findDistFolder(), 'guest')): App {
  const app = new Hono<AppEnv>()
  const guest = requireGuest(ctx)
  const messages = new SharedCalls(ctx)

  // The guest's side is one extension: its keys count also where the console's do not (CONTRACT section 2).
  const readKey = (c: AppContext) =>
    readIdempotencyKey(c, { settings: { ...ctx.settings, capabilities: 'all' } })

  app.get('/guest', async (c) => {
    const policy = writeGuestPolicy(c.req.header('Host') ?? null)
    const headers = { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' }
    const page = await serveFile(c, pageFolder, 'index.html', headers)
    return (
      page ?? c.text('The guest page is not built here: run `npm run build`.', 503, { 'Retry-After': '5' })
    )
  })
  app.get('/guest/assets/:name', async (c) => {
    const file = await serveFile(c, pageFolder, `assets/${readParam(c, 'name')}`)
    if (!file) throw failNotFound('This file')
    return file
  })

  app.post('/api/guest/session', async (c) => {
    const { displayName, demoChat } = await readJson(c, guestSessionRequestSchema)
    await refuseBlocked(ctx, c)
    await takeRateLimit(ctx.store.db, {
      key: `guest-session:${readClient(c, ctx.settings)}`,
      max: ctx.settings.guestSessionsPerMinute,
      windowSeconds: MINUTE_SECONDS,
      message: 'Too many conversations were begun from here. Please wait a moment.',
    })
    const session = await ctx.store.transact((tx) =>
      demoChat === undefined ? beginChat(ctx, tx, cleanName(displayName)) : playGuest(ctx, tx, demoChat),
    )
    return c.json(session, 201)
  })

  app.delete('/api/guest/session', guest, async (c) => {
    const { chatId, tokenHash } = readGuest(c)
    await ctx.store.transact(async (tx) => {
      await lockChat(tx, chatId)
      // Two ends at once are one.
      if (!(await endGuestSession(tx, tokenHash))) return
      await ctx.commitChanges(tx, [describeGuestEvent(chatId, ENDED_BY_GUEST)])
    })
    return c.body(null, 204)
  })

  app.post('/api/guest/messages', guest, async (c) => {
    const { chatId, guestId, tokenHash } = readGuest(c)
    const text = parseMessageText((await readJson(c, guestMessageRequestSchema)).text)
    const language = await recogniseLanguage(text)
    const key = readKey(c)
    const answer = { kind: 'message' as const, messageId: createId() }
    const limit = {
      key: `guest-messages:${tokenHash}`,
      max: GUEST_MESSAGES_PER_MINUTE,
      windowSeconds: MINUTE_SECONDS,
      message: 'You are writing faster than we can read. Please wait a moment.',
    }
    const content = ['guest', chatId, { text }]
    const call = { owner: `guest:${guestId}`, key, content, answer, limit, chatId }
    const answered = await messages.run(call, (locked) => {
      const chat = requireOpenChat(locked)
      return describeGuestMessage(chat, { id: answer.messageId, text, language }).change
    })
    const [message] = await readAnsweredMessages(ctx.store.db, answered)
    return c.json(message && presentToGuest(message), 201)
  })

  app.get('/api/guest/messages', guest, async (c) => {
    const { chatId } = readGuest(c)
    const page = {
      after: c.req.query('after') || null,
      before: c.req.query('before') || null,
      limit: readWholeNumber(c, 'limit', { min: 1, max: GUEST_PAGE_MESSAGES }) ?? GUEST_PAGE_MESSAGES,
    }
    const rows = await readGuestMessages(ctx.store.db, chatId, page)
    const read = rows.map(presentMessage).map(presentToGuest)
    if (c.req.query('rating') !== '1') return c.json(read)
    return c.json({ messages: read, rating: await readRatingQuestion(ctx.store.db, chatId) })
  })

  app.post('/api/guest/rating', guest, async (c) => {
    const { chatId, guestId, tokenHash } = readGuest(c)
    const { stars } = await readJson(c, guestRatingRequestSchema)
    const limit = {
      key: `guest-ratings:${tokenHash}`,
      max: GUEST_RATINGS_PER_MINUTE,
      windowSeconds: MINUTE_SECONDS,
      message: 'That is a lot of ratings in a minute. Please wait a moment.',
    }
    const content = ['rating', chatId, { stars }]
    const call = { owner: `guest:${guestId}`, key: readKey(c), content, limit, chatId }
    const { answer } = await runIdempotent(ctx, call, async (tx, locked) => {
      requireOpenChat(locked)
      const rated = await writeRating(tx, chatId, stars)
      if (!rated) throw new ApiError(409, 'conflict', 'There is nothing to be rated yet.')
      const body = { rating: await readRatingQuestion(tx, chatId) }
      return {
        answer: { kind: 'json', status: 200, body },
        changes: [{ type: 'chat_changed', chatId, isLowRating: rated.isFirstLow }],
      }
    })
    return c.json(answer.kind === 'json' ? answer.body : {})
  })

  app.get('/api/pictures/:name', requireStaffOrGuest(ctx), async (c) => {
    const row = await ctx.store.db
      .selectFrom('botPictures')
      .selectAll()
      .where('name', '=', readParam(c, 'name'))
      .executeTakeFirst()
    if (!row) throw failNotFound('This picture')
    return c.body(new Uint8Array(row.bytes), 200, {
      'Content-Type': row.contentType,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': PICTURE_CACHE,
    })
  })
  return app
}

/** A chat whose guest may write. Throws 404 and 403. */
function requireOpenChat(locked: ChatRow | null): ChatRow {
  const chat = requireChat(locked)
  if (chat.guestBlocked) throw failForbidden(BLOCKED)
  return chat
}

/** Who is blocked begins no other conversation with the token of theirs. Throws 403. */
async function refuseBlocked(ctx: ServerContext, c: AppContext): Promise<void> {
  const guest = await findGuest(ctx, c)
  if (!guest) return
  const chat = await ctx.store.db
    .selectFrom('chats')
    .select('guestBlocked')
    .where('id', '=', guest.chatId)
    .executeTakeFirst()
  if (chat?.guestBlocked === true) throw failForbidden(BLOCKED)
}

interface OpenedSession {
  token: string
  chatId: string
  guestId: string
}

async function beginChat(
  { commitChanges }: Pick<ServerContext, 'commitChanges'>,
  tx: Tx,
  displayName: string,
): Promise<OpenedSession> {
  const { chatId, guestId, change } = await createChat(tx, { displayName, source: 'web', botName: BOT_NAME })
  const token = await createGuestSession(tx, { chatId, guestId })
  await commitChanges(tx, [change])
  return { token, chatId, guestId }
}

/** The part of an SMS or Facebook guest; 404 wherever that is not offered (CONTRACT section 8). */
async function playGuest(
  ctx: Pick<ServerContext, 'isDemonstration'>,
  tx: Tx,
  chatId: string,
): Promise<OpenedSession> {
  const chat = ctx.isDemonstration ? await lockChat(tx, chatId) : null
  if (!chat || !PLAYED_CHANNELS.includes(chat.source)) throw failNotFound('This chat')
  if (chat.guestBlocked) throw failForbidden(BLOCKED)
  const guestId = chat.guestId ?? chat.id
  return { token: await createGuestSession(tx, { chatId, guestId }), chatId, guestId }
}

/** One line of visible characters; staff see it, so it never is empty. */
function cleanName(name = ''): string {
  const line = name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const cut = [...line].slice(0, NAME_MAX_CHARS).join('')
  return isBlank(cut) ? NAMELESS : cut
}

function readGuest(c: AppContext): GuestSession {
  const session = c.get('guest')
  if (!session) throw failUnauthorized()
  return session
}
