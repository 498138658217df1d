import { Navigate, useParams } from '@tanstack/react-router'
import { findTicketTab } from '#src/features/tickets/tabs.ts'
import { TicketsPage } from '#src/features/tickets/tickets-page.tsx'
import { OnlineScreen } from '../online-screen.tsx'

/** `/tickets` and `/tickets/{filter}`: operators and up. */
export function TicketsRoute() {
  const filter = useParams({ strict: false, select: (params) => params.filter })
  const tab = findTicketTab(filter)
  if (tab === null) return <Navigate to="/tickets" replace />
  return <OnlineScreen draw={(page) => <TicketsPage tab={tab} {...page} />} />
}
