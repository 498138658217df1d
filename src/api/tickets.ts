import {
  departmentsSchema,
  ticketSchema,
  type Department,
  type NewTicket,
  type Ticket,
} from '#src/contract/tickets.ts'
import { callAs, changeAs } from './session-call.ts'
import type { ApiSession } from './http.ts'

/** The departments that a ticket can go to. Throws ApiError. */
export function fetchDepartments(session: ApiSession, signal: AbortSignal): Promise<Department[]> {
  return callAs(session, { method: 'GET', path: '/api/ticketing/Queues/', signal }, departmentsSchema)
}

/** Files a ticket, in one call. `key` only where keys were announced. Null: accepted without a row. Throws ApiError. */
export function addTicket(
  session: ApiSession,
  ticket: NewTicket,
  { key, signal }: { key: string | undefined; signal: AbortSignal },
): Promise<Ticket | null> {
  return changeAs(
    session,
    {
      method: 'POST',
      path: '/api/add-ticket',
      json: ticket,
      ...(key === undefined ? {} : { key }),
      signal,
    },
    ticketSchema,
  )
}
