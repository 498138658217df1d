import { Link } from '@tanstack/react-router'
import tabs from '#src/ui/link-tabs.module.css'
import { TICKET_TABS } from './tabs.ts'

const ACTIVE = { className: tabs.isOn ?? '' }
const EXACTLY = { exact: true }

/** The lists of tickets as links: each can be bookmarked, and Back leads to the one before. */
export function TicketTabs() {
  return (
    <nav className={tabs.tabs} aria-label="Tickets by status">
      {TICKET_TABS.map(({ title, filter }) => (
        <Link
          key={title}
          to={filter === null ? '/tickets' : '/tickets/$filter'}
          params={filter === null ? {} : { filter }}
          className={tabs.tab}
          activeProps={ACTIVE}
          activeOptions={EXACTLY}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
