import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UnknownSentence } from '#src/contract/not-understood.ts'
import styles from './not-understood.module.css'

interface ChatLinkProps {
  sentence: UnknownSentence
  children: ReactNode
}

/** Leads to the chat in which it was said, at the message. */
export function ChatLink({ sentence: { chatId, messageId, text }, children }: ChatLinkProps) {
  return (
    <Link
      className={styles.chat}
      to="/messenger/$chatId"
      params={{ chatId }}
      search={{ chatFilter: 'all', chatType: 'all', message: messageId }}
    >
      <span>{children}</span>
      <span className="visually-hidden">{`: ${text}`}</span>
    </Link>
  )
}
