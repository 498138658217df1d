import { isActiveChat, type FilteredChat } from './filters.ts'

/** Chat indicator (specification section 4): needs help with an agent, needs help without, online, offline. */
export type ChatIndicator = 'pending' | 'help' | 'active' | 'inactive'

export function indicateChat(
  chat: Pick<FilteredChat, 'needsHelp' | 'user' | 'lastUserMessageDate'>,
  now: number,
): ChatIndicator {
  if (chat.needsHelp) return chat.user ? 'pending' : 'help'
  return isActiveChat(chat, now) ? 'active' : 'inactive'
}

/** The indicator's title (specification section 2, Chat list panel). */
export const INDICATOR_TITLES: Record<ChatIndicator, string> = {
  pending: 'User needs help',
  help: 'User needs help',
  active: 'online',
  inactive: 'offline',
}
