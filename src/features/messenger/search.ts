import * as v from 'valibot'
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

/** An environment may number its messages, and an address typed by hand has no quotation marks around the number. */
const messageId = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.transform(String))]),
  v.minLength(1),
  v.maxLength(200),
)

/** Reads any address: what can't be read is the default, so that no link leads nowhere. */
export const messengerSearchSchema = v.object({
  chatFilter: v.optional(v.pipe(v.unknown(), v.transform(readChatFilter)), 'all'),
  chatType: v.optional(v.pipe(v.unknown(), v.transform(readChatType)), 'all'),
  panel: v.optional(v.fallback(v.optional(v.literal('guest')), undefined)),
  message: v.optional(v.fallback(v.optional(messageId), undefined)),
})

/** Where the header's Conversations link leads (specification section 2). */
export const WHOLE_LIST: MessengerSearch = { chatFilter: 'all', chatType: 'all' }
