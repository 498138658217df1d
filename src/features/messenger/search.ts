import { readChatFilter, readChatType, type ChatFilter, type ChatType } from '#src/domain/chats/filters.ts'

/**
 * What the messenger keeps in its address (CONTRACT section 5). `panel`: the guest card covers the thread. `message`: the
 * message that the thread opens at, for example a hit of the search.
 */
export interface MessengerSearch {
  chatFilter: ChatFilter
  chatType: ChatType
  panel?: 'guest' | undefined
  message?: string | undefined
}

const LONGEST_ID = 200

/**
 * Reads any address: what can't be read is the default, so that no link leads nowhere. By hand, because a start reads it before
 * its first rows, and a schema would bring its library along.
 */
export function readMessengerSearch(
  search: Partial<Record<keyof MessengerSearch, unknown>>,
): MessengerSearch {
  return {
    chatFilter: readChatFilter(search.chatFilter ?? 'all'),
    chatType: readChatType(search.chatType ?? 'all'),
    ...(search.panel === 'guest' ? { panel: 'guest' } : {}),
    ...readMessage(search.message),
  }
}

/** An environment may number its messages, and an address typed by hand has no quotation marks around the number. */
function readMessage(value: unknown): { message?: string } {
  const id = typeof value === 'number' ? String(value) : value
  return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID ? { message: id } : {}
}

/** An address of the messenger, with the list's part of the query string (specification section 2): a chat's, or the list's alone. */
export function describeMessengerAddress(
  chatId: string | undefined,
  { chatFilter, chatType, panel }: MessengerSearch,
): string {
  const path = chatId === undefined ? '/messenger' : `/messenger/${encodeURIComponent(chatId)}`
  return `${path}?chatFilter=${chatFilter}&chatType=${chatType}${panel === undefined ? '' : `&panel=${panel}`}`
}

/** Where the header's Conversations link leads (specification section 2). */
export const WHOLE_LIST: MessengerSearch = { chatFilter: 'all', chatType: 'all' }
