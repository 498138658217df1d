import type { ReactNode } from 'react'
import { joinClasses } from '#src/ui/button.tsx'
import styles from './filter-link.module.css'
import { MessengerLink } from '../messenger-link.tsx'
import type { MessengerSearch } from '../search.ts'

interface FilterLinkProps {
  chatId: string | undefined
  /** The address that it leads to; the open chat stays open. */
  search: MessengerSearch
  isOn: boolean
  label?: string
  describedBy?: string
  children: ReactNode
}

/** A filter as a link: it can be bookmarked, and Back leads to the one before. */
export function FilterLink({ chatId, search, isOn, label, describedBy, children }: FilterLinkProps) {
  return (
    <MessengerLink
      chatId={chatId}
      search={{ ...search, message: undefined }}
      className={joinClasses(styles.chip, isOn && styles.isOn)}
      aria-current={isOn ? 'true' : undefined}
      aria-label={label}
      aria-describedby={describedBy}
    >
      {children}
    </MessengerLink>
  )
}

/** How many chats need help, beside the filter's name; nothing where none does. */
export function HelpCount({ count }: { count: number }) {
  return count > 0 && <b title={`${count} need help`}>{` ${count}`}</b>
}
