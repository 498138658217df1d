import { Hono } from 'hono'
import type { StaffRef } from '#src/contract/chats.ts'
import { ROLES } from '#src/domain/roles.ts'
import { checkChannel } from '../../channels/check-channel.ts'
import type { ServerContext } from '../../context.ts'
import { failBadRequest, failNotHeld } from '../../errors.ts'
import type { App, AppContext, AppEnv } from '../../http/app-env.ts'
import {
  readAnsweredChat,
  readAnsweredMessages,
  readIdempotencyKey,
  runIdempotent,
  type Answer,
} from '../../http/idempotency.ts'
import { parseMessageText } from '../../http/message-text.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { createId } from '../../ids.ts'
import {
  describeTakeover,
  requireChat,
  readHolder,
  type Expectation,
  type TakeoverAction,
} from '../../store/chats/change-holder.ts'
import type { ChatRow } from '../../store/chats/chat-tables.ts'
import type { Tx } from '../../store/store.ts'
import { sendSchema } from './schema.ts'
import { insertUpload, receiveUpload } from './upload.ts'

/** CONTRACT section 5, takeover: GETs that change things (s), sending and uploading. */
export function takeoverRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const isPlain = ctx.settings.capabilities === 'none'
  const agent = requireStaff(ctx, ROLES.agent)

  const takeOver = async (c: AppContext, action: TakeoverAction) => {
    const chatId = readParam(c, 'chatId')
    const by = readCaller(c)
    const expects = isPlain ? { holder: null, helpAt: null } : readExpectation(c)
    const call = readCall(c, [action, chatId, expects])
    await runIdempotent(ctx, call, async (tx) => ({
      answer: { kind: 'chat', chatId },
      changes: await describeTakeover(tx, action, { chatId, by, expects }),
    }))
    return c.json(isPlain ? {} : await readAnsweredChat(db, chatId))
  }
  const readCall = (c: AppContext, content: unknown) => ({
    owner: `staff:${readCaller(c).id}`,
    key: readIdempotencyKey(c, ctx),
    content,
  })

  app.get('/api/takeover/pause/:chatId', agent, (c) => takeOver(c, 'pause'))
  app.get('/api/takeover/play/:chatId', agent, (c) => takeOver(c, 'play'))
  app.get('/api/takeover/resolve/:chatId', agent, (c) => takeOver(c, 'resolve'))

  app.post('/api/takeover/send/:chatId', agent, async (c) => {
    const chatId = readParam(c, 'chatId')
    const text = parseMessageText((await readJson(c, sendSchema)).text)
    const user = readCaller(c)
    const id = createId()
    const answer: Answer = { kind: 'messages', messageIds: [id] }
    const call = { ...readCall(c, ['send', chatId, { text }]), answer, chatId }
    const answered = await runIdempotent(ctx, call, async (tx, chat) => {
      await requireSendable(ctx, tx, chat, user)
      const message = { id, text, sentByGuest: false, user, clientId: call.key }
      return { answer, changes: [{ type: 'new_message', chatId, message }] }
    })
    return c.json(isPlain ? {} : (await readAnsweredMessages(db, answered))[0])
  })

  app.post('/api/takeover/upload/:chatId', agent, async (c) => {
    const chatId = readParam(c, 'chatId')
    const files = await receiveUpload(c, ctx.attachments)
    const user = readCaller(c)
    const digests = files.map(({ arrivedDigest, arrivedName }) => ({
      digest: arrivedDigest,
      name: arrivedName,
    }))
    const call = { ...readCall(c, ['upload', chatId, digests]), chatId }
    const answered = await runIdempotent(ctx, call, async (tx, chat) => {
      await requireSendable(ctx, tx, chat, user)
      const changes = await insertUpload(tx, { chatId, user, clientId: call.key, files })
      return {
        answer: { kind: 'messages', messageIds: changes.map(({ message }) => message.id) },
        changes,
      }
    })
    return c.json(isPlain ? {} : await readAnsweredMessages(db, answered))
  })
  return app
}

function readCaller(c: AppContext): StaffRef {
  const { user } = c.get('staff')
  return { id: user.id, name: user.name }
}

function readExpectation(c: AppContext): Expectation {
  const holder = c.req.query('holder') || null
  const text = c.req.query('helpAt') || null
  const helpAt = text === null ? null : new Date(text)
  if (helpAt !== null && Number.isNaN(helpAt.getTime())) throw failBadRequest("'helpAt' must be a time.")
  return { holder, helpAt }
}

/** Throws where the locked chat is not held by the sender, or has no channel that takes the message (CONTRACT section 5). */
async function requireSendable(
  ctx: ServerContext,
  tx: Tx,
  locked: ChatRow | null,
  user: StaffRef,
): Promise<void> {
  const chat = requireChat(locked)
  if (chat.holderId !== user.id) throw failNotHeld(readHolder(chat))
  await checkChannel(ctx, tx, chat, new Date())
}
