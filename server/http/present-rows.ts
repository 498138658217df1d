import type { Chat, Message } from '#src/contract/chats.ts'
import type { ServerContext } from '../context.ts'
import { withDeliveries } from '../store/channels/deliveries.ts'
import type { ChatRow, MessageRow } from '../store/chats/chat-tables.ts'
import { presentChat, presentMessage, stripChat, stripMessage } from '../store/chats/present.ts'

type Ctx = Pick<ServerContext, 'settings' | 'store'>

/** A chat for this environment's consoles: without extensions where it has none (CONTRACT section 2). */
export function answerChat(ctx: Ctx, row: ChatRow): Chat {
  const chat = presentChat(row)
  return ctx.settings.capabilities === 'none' ? stripChat(chat) : chat
}

/** Messages with what became of them, for this environment's consoles: without extensions where it has none. */
export async function answerMessages(ctx: Ctx, rows: MessageRow[]): Promise<Message[]> {
  if (ctx.settings.capabilities === 'none') return rows.map(presentMessage).map(stripMessage)
  return (await withDeliveries(ctx.store.db, rows)).map(presentMessage)
}
