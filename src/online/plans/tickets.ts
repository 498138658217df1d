import { chooseTicketList, createTicketCalls, type TicketPart } from '#src/api/listed-tickets.ts'
import { listedTicketsSchema, type ListedTicket, type TicketStatus } from '#src/contract/tickets.ts'
import type { ListPlan } from '../list-writes.ts'

const NAME = 'tickets'
const ALL = planTickets(null)
/** New and In Progress are of one list, which is read once for both. */
const PARTS = {
  assigned: planTickets('assigned'),
  blocked: planTickets('blocked'),
  closed: planTickets('closed'),
}

/** The list that has the tickets of a status, perhaps with others; null: of every status. */
export function chooseTicketPlan(status: TicketStatus | null): ListPlan<ListedTicket, object> {
  return status === null ? ALL : PARTS[chooseTicketList(status)]
}

function planTickets(part: TicketPart | null): ListPlan<ListedTicket, object> {
  return {
    name: part === null ? NAME : `${NAME}/${part}`,
    hint: NAME,
    schema: listedTicketsSchema,
    ...createTicketCalls(part),
  }
}
