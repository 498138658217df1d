import type { Address } from '#src/lib/address.ts'
import { writeSearchText } from '#src/lib/parse-search.ts'
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

type Place = Pick<Address['history']['location'], 'pathname' | 'search'>

const LONGEST_ID = 200
/** Its list, and a chat's. An address below with one part too many is no chat, and not the messenger's. */
const PATH = /^\/messenger(?:\/([^/]+))?\/?$/i

export function isMessenger({ pathname }: Pick<Place, 'pathname'>): boolean {
  return PATH.test(pathname)
}

/** The chat that an address names; undefined: none. What can't be decoded is a chat that is not there. */
export function readChatId({ pathname }: Pick<Place, 'pathname'>): string | undefined {
  const [, named] = PATH.exec(pathname) ?? []
  try {
    return named === undefined ? undefined : decodeURIComponent(named)
  } catch {
    return named
  }
}

/** The query string that is the messenger's; empty elsewhere. */
export function readMessengerQuery(place: Place): string {
  return isMessenger(place) ? place.search : ''
}

/**
 * Reads the values of any query string: what can't be read is the default, so that no link leads nowhere. By hand, because a
 * start reads it before its first rows, and a schema would bring its library along.
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

/** An address of the messenger, with its query string (specification section 2): a chat's, or the list's alone. */
export function describeMessengerAddress(
  chatId: string | undefined,
  { chatFilter, chatType, panel, message }: MessengerSearch,
): string {
  const path = chatId === undefined ? '/messenger' : `/messenger/${encodeURIComponent(chatId)}`
  const shown = panel === undefined ? '' : `&panel=${panel}`
  const opened = message === undefined ? '' : `&message=${writeSearchText(message)}`
  return `${path}?chatFilter=${chatFilter}&chatType=${chatType}${shown}${opened}`
}

/** Where the header's Conversations link leads (specification section 2). */
export const WHOLE_LIST: MessengerSearch = { chatFilter: 'all', chatType: 'all' }
