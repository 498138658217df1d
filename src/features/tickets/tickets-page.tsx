import { useContext, useMemo } from 'react'
import { CapabilitiesContext } from '#src/lib/capabilities-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import type { ListPageProps } from '#src/ui/list/list-page.ts'
import { ListScreen } from '#src/ui/list/list-screen.tsx'
import { MissingChoices } from '#src/ui/list/missing-choices.tsx'
import { declareTickets } from './declare-tickets.tsx'
import { useAssignees, useDepartments, useTickets } from './online-queries.ts'
import type { TicketTab } from './tabs.ts'
import { TicketTabs } from './ticket-tabs.tsx'

interface TicketsPageProps extends ListPageProps {
  tab: TicketTab
}

/** `/tickets` and `/tickets/{filter}`: what guests asked for, and how far it is (specification section 2). */
export function TicketsPage(props: TicketsPageProps) {
  // Another tab is another list: nothing that is chosen or typed in one belongs to the other.
  return <TicketList key={props.tab.title} {...props} />
}

function TicketList({ tab, ...page }: TicketsPageProps) {
  const { staff: hasStaff } = useStore(useContext(CapabilitiesContext))
  const departments = useDepartments()
  const assignees = useAssignees()
  const definition = useMemo(
    () => declareTickets({ tab, departments: departments.rows, assignees: assignees.rows, hasStaff }),
    [tab, departments.rows, assignees.rows, hasStaff],
  )
  return (
    <ListScreen definition={definition} source={useTickets(tab.status)} {...page}>
      <TicketTabs />
      <MissingChoices noun="departments" source={departments} />
      <MissingChoices noun="assignees" source={assignees} />
    </ListScreen>
  )
}
