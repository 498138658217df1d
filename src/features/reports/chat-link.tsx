import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface ChatLinkProps {
  /** Null: the environment does not say which chat it is of. */
  chatId: string | null
  /** The message to open the chat at. */
  messageId?: string | null
  children: ReactNode
}

/** Leads to a chat, to one of its messages where that is known. */
export function ChatLink({ chatId, messageId = null, children }: ChatLinkProps) {
  if (chatId === null) return children
  return (
    <Link
      to="/messenger/$chatId"
      params={{ chatId }}
      search={{ chatFilter: 'all', chatType: 'all', ...(messageId === null ? {} : { message: messageId }) }}
      dir="auto"
    >
      {children}
    </Link>
  )
}
