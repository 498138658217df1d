import { useMemo } from 'react'
import { assigneeCalls } from '#src/api/assignees.ts'
import { departmentCalls } from '#src/api/departments.ts'
import { chooseTicketList, createTicketCalls, type TicketPart } from '#src/api/listed-tickets.ts'
import { assigneesSchema, type Assignee } from '#src/contract/assignees.ts'
import { MAX_TICKET_CHARS, MAX_TICKET_TITLE_CHARS } from '#src/contract/limits.ts'
import {
  departmentsSchema,
  isTicketStatus,
  listedTicketsSchema,
  TICKET_STATUSES,
  type Department,
  type ListedTicket,
  type NewTicket,
  type TicketStatus,
} from '#src/contract/tickets.ts'
import type { ListPlan } from '#src/online/list-writes.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import { LIST_POLL_MS } from '#src/ui/list/declare-list.ts'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { chooseTickets, toNewTicket, toTicketPatch } from './ticket-rows.ts'

export { isTicketStatus, MAX_TICKET_CHARS, MAX_TICKET_TITLE_CHARS, TICKET_STATUSES }
export type { Assignee, Department, ListedTicket, NewTicket, TicketStatus }

const NAME = 'tickets'
const DEPARTMENTS: ListPlan<Department, object> = {
  name: 'queues',
  schema: departmentsSchema,
  ...departmentCalls,
}
const ASSIGNEES: ListPlan<Assignee, object> = { name: 'assignees', schema: assigneesSchema, ...assigneeCalls }
const ALL_TICKETS = planTickets(null)
/** New and In Progress are of one list, which is read once for both. */
const PART_PLANS = {
  assigned: planTickets('assigned'),
  blocked: planTickets('blocked'),
  closed: planTickets('closed'),
}

/** The tickets of a status, or all, the newest first: read again every 3 s (specification section 9). */
export function useTickets(status: TicketStatus | null): ListSource<ListedTicket> {
  const list = useListSource(status === null ? ALL_TICKETS : PART_PLANS[chooseTicketList(status)])
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

function planTickets(part: TicketPart | null): ListPlan<ListedTicket, object> {
  return {
    name: part === null ? NAME : `${NAME}/${part}`,
    hint: NAME,
    schema: listedTicketsSchema,
    pollMs: LIST_POLL_MS,
    ...createTicketCalls(part),
  }
}
