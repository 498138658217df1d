import type { ServerContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'

/** Facebook lets a house write for 24 hours after the guest's last message. */
const FACEBOOK_WINDOW_MS = 24 * 60 * 60 * 1000
/** Channels that the guest page plays in a demonstration hotel (CONTRACT section 8). */
const PLAYED_CHANNELS = ['sms', 'facebook']

/**
 * Whether a message to this chat's guest can go out now.
 *
 * @throws ApiError 409 `channel_unavailable` without a sender, `window_closed` where the channel no longer takes answers.
 */
export function checkChannel(
  ctx: Pick<ServerContext, 'isDemonstration'>,
  chat: Pick<ChatRow, 'source' | 'lastUserMessageDate'>,
  now: Date,
): void {
  if (chat.source === 'web') return
  if (!(ctx.isDemonstration && PLAYED_CHANNELS.includes(chat.source))) {
    throw new ApiError(409, 'channel_unavailable', `This hotel has no sender for '${chat.source}' set up.`)
  }
  if (chat.source !== 'facebook') return
  const last = chat.lastUserMessageDate?.getTime() ?? 0
  if (now.getTime() - last > FACEBOOK_WINDOW_MS) {
    throw new ApiError(
      409,
      'window_closed',
      'Facebook takes answers for 24 hours after the guest’s last message only.',
    )
  }
}
