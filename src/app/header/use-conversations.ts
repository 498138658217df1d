import { useMemo } from 'react'
import {
  isMessenger,
  readChatId,
  readMessengerQuery,
  readMessengerSearch,
  type MessengerSearch,
} from '#src/features/messenger/search.ts'
import { useLocation } from '#src/lib/address.ts'
import { parseSearch } from '#src/lib/parse-search.ts'

/** The sub-links of Conversations, in the header's order (specification section 2). */
export const CHANNELS = [
  { chatType: 'all', label: 'All' },
  { chatType: 'sms', label: 'SMS' },
  { chatType: 'facebook', label: 'Facebook' },
] as const

/** Where the messenger stands right now, for the links that lead to it: they keep the chosen chat and the filter. */
export interface Conversations {
  chatId: string | undefined
  chatFilter: MessengerSearch['chatFilter']
  /** Null where another screen is shown. */
  chatType: MessengerSearch['chatType'] | null
}

export function useConversations(): Conversations {
  const chatId = useLocation(readChatId)
  const isShown = useLocation(isMessenger)
  const query = useLocation(readMessengerQuery)
  const { chatFilter, chatType } = useMemo(() => readMessengerSearch(parseSearch(query)), [query])
  return { chatId, chatFilter, chatType: isShown ? chatType : null }
}
