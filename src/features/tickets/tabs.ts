import { isTicketStatus, TICKET_STATUSES, type TicketStatus } from '#src/contract/tickets.ts'

/** One of the lists of tickets, each with an address (specification section 2, Header). */
export interface TicketTab {
  title: string
  /** The last part of its address; null: /tickets itself. */
  filter: string | null
  /** The tickets that it has; null: all. */
  status: TicketStatus | null
  /** What stands there while there are none. */
  empty: string
}

const EMPTY: Readonly<Record<TicketStatus, string>> = {
  open: 'No new tickets.',
  assigned: 'No tickets in progress.',
  blocked: 'No blocked tickets.',
  closed: 'No resolved tickets.',
}
const ALL: TicketTab = { title: 'All', filter: null, status: null, empty: 'No tickets yet.' }

export const TICKET_TABS: readonly TicketTab[] = [
  ALL,
  ...Object.keys(TICKET_STATUSES)
    .filter(isTicketStatus)
    .map((status): TicketTab => {
      const title = TICKET_STATUSES[status]
      return { title, filter: title, status, empty: EMPTY[status] }
    }),
]

/** The tab of an address, in whatever letter case it was typed; null: there is none. Without a filter it is All. */
export function findTicketTab(filter: string | undefined): TicketTab | null {
  if (filter === undefined) return ALL
  return TICKET_TABS.find((tab) => tab.filter?.toLowerCase() === filter.toLowerCase()) ?? null
}
