import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import type { MessengerSearch } from '#src/features/messenger/search.ts'

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
  const chatId = useParams({ strict: false, select: (params) => params.chatId })
  const search = useSearch({ strict: false })
  const isShown = useLocation({ select: ({ pathname }) => /^\/messenger(\/|$)/.test(pathname) })
  return {
    chatId,
    chatFilter: search.chatFilter ?? 'all',
    chatType: isShown ? (search.chatType ?? 'all') : null,
  }
}
