import { listedTicketSchema, listedTicketsSchema, type TicketStatus } from '#src/contract/tickets.ts'
import type { ApiSession } from './http.ts'
import { createRowCalls, listRows, writeRow, type WriteOptions } from './rows.ts'

/** A list of the environment's that has a part of the tickets. */
export type TicketPart = Exclude<TicketStatus, 'open'>

const TICKETS = '/api/ticketing/Tickets/'

const calls = createRowCalls({ path: TICKETS, rows: listedTicketsSchema, row: listedTicketSchema })

/**
 * The environment's list that has the tickets of a status: for `open` it is `assigned`, which has both (specification section
 * 4, CONTRACT section 6). Whoever asks matches the status.
 */
export function chooseTicketList(status: TicketStatus): TicketPart {
  return status === 'open' ? 'assigned' : status
}

/** The calls of one of the environment's lists of tickets; null: of the one that has all. */
export function createTicketCalls(part: TicketPart | null) {
  return {
    list: (...[session, signal, onBeginning]: Parameters<typeof calls.list>) =>
      listRows(
        session,
        { method: 'GET', path: TICKETS + (part ?? ''), signal },
        listedTicketsSchema,
        onBeginning,
      ),
    create: (session: ApiSession, json: object, options: WriteOptions) =>
      writeRow(session, { method: 'POST', path: '/api/add-ticket', json, ...options }, listedTicketSchema),
    update: calls.update,
    remove: calls.remove,
  }
}
