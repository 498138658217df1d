import type { ServerContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { findChatContact } from '../store/channels/contacts.ts'
import type { ChatRow } from '../store/chats/chat-tables.ts'
import type { Db } from '../store/store.ts'
import { isWindowClosed } from './facebook-window.ts'

/** Channels that the guest page plays in a demonstration hotel (CONTRACT section 8). */
const PLAYED_CHANNELS = ['sms', 'facebook']

/**
 * Whether a message to this chat's guest can go out now.
 *
 * @throws ApiError 409 `channel_unavailable` without a sender or an address, `window_closed` where the channel no longer takes
 * answers.
 */
export async function checkChannel(
  { channels, isDemonstration }: Pick<ServerContext, 'channels' | 'isDemonstration'>,
  db: Db,
  chat: Pick<ChatRow, 'id' | 'guestId' | 'source' | 'lastUserMessageDate'>,
  now: Date,
): Promise<void> {
  const { source } = chat
  if (source === 'web') return
  const hasSender = Object.entries(channels.senders).some(([name, isSet]) => isSet && name === source)
  const hasContact = hasSender && (await findChatContact(db, chat)) !== undefined
  if (!hasContact && !(isDemonstration && PLAYED_CHANNELS.includes(source))) {
    throw new ApiError(
      409,
      'channel_unavailable',
      hasSender
        ? `Nobody knows where this guest is reached by '${source}'.`
        : `This hotel has no sender for '${source}' set up.`,
    )
  }
  if (source !== 'facebook' || !isWindowClosed(chat.lastUserMessageDate, now)) return
  throw new ApiError(
    409,
    'window_closed',
    'Facebook takes answers for 24 hours after the guest’s last message only.',
  )
}
