import type { Chat, Message } from '#src/contract/chats.ts'
import type { ServerContext } from '../context.ts'
import type { ChatRow, MessageRow } from '../store/chats/chat-tables.ts'
import { presentChat, presentMessage, stripChat, stripMessage } from '../store/chats/present.ts'

type Ctx = Pick<ServerContext, 'settings'>

/** A chat for this environment's consoles: without extensions where it has none (CONTRACT section 2). */
export function answerChat(ctx: Ctx, row: ChatRow): Chat {
  const chat = presentChat(row)
  return ctx.settings.capabilities === 'none' ? stripChat(chat) : chat
}

export function answerMessage(ctx: Ctx, row: MessageRow): Message {
  const message = presentMessage(row)
  return ctx.settings.capabilities === 'none' ? stripMessage(message) : message
}
