import { Link } from '@tanstack/react-router'
import { TICKET_TABS } from './tabs.ts'
import styles from './tickets.module.css'

const ACTIVE = { className: styles.isOn ?? '' }
const EXACTLY = { exact: true }

/** The lists of tickets as links: each can be bookmarked, and Back leads to the one before. */
export function TicketTabs() {
  return (
    <nav className={styles.tabs} aria-label="Tickets by status">
      {TICKET_TABS.map(({ title, filter }) => (
        <Link
          key={title}
          to={filter === null ? '/tickets' : '/tickets/$filter'}
          params={filter === null ? {} : { filter }}
          className={styles.tab}
          activeProps={ACTIVE}
          activeOptions={EXACTLY}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
