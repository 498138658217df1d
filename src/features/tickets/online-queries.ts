import { useMemo } from 'react'
import type { ListedTicket, TicketStatus } from '#src/contract/tickets.ts'
import { ASSIGNEES } from '#src/online/plans/assignees.ts'
import { DEPARTMENTS } from '#src/online/plans/departments.ts'
import { chooseTicketPlan } from '#src/online/plans/tickets.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import { LIST_POLL_MS } from '#src/ui/list/declare-list.ts'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { chooseTickets, toNewTicket, toTicketPatch } from './ticket-rows.ts'

/** The tickets of a status, or all, the newest first: read again every 3 s (specification section 9). */
export function useTickets(status: TicketStatus | null): ListSource<ListedTicket> {
  const list = useListSource(chooseTicketPlan(status), LIST_POLL_MS)
  return useMemo(
    () => ({
      ...list,
      rows: list.rows && chooseTickets(list.rows, status),
      beginning: list.beginning && chooseTickets(list.beginning, status),
      create: (values) => list.create(toNewTicket(values)),
      update: (row, patch, how) => list.update(row, toTicketPatch(patch), how),
    }),
    [list, status],
  )
}

/** The departments that a ticket can go to. */
export function useDepartments() {
  return useListSource(DEPARTMENTS)
}

/** Whom a ticket can be given to. */
export function useAssignees() {
  return useListSource(ASSIGNEES)
}
