import * as v from 'valibot'
import { MAX_TICKET_CHARS, MAX_TICKET_ROOM_CHARS, MAX_TICKET_TITLE_CHARS } from '#src/contract/limits.ts'
import { isTicketStatus } from '#src/contract/tickets.ts'
import { clearableSchema, MAX_ID_CHARS, optionalSchema, wordsSchema } from '../../http/text-schemas.ts'

const statusSchema = v.pipe(
  v.string('The status is no text.'),
  v.check(isTicketStatus, 'The status is none of open, assigned, blocked and closed.'),
)
const fields = {
  queueId: wordsSchema('The department', MAX_ID_CHARS),
  description: wordsSchema('The request', MAX_TICKET_CHARS),
  title: wordsSchema('The location', MAX_TICKET_TITLE_CHARS),
  status: v.optional(statusSchema, 'open'),
  guestId: optionalSchema('The guest', MAX_ID_CHARS),
  __room: optionalSchema('The room', MAX_TICKET_ROOM_CHARS),
}

/** `POST /api/add-ticket` of the specification alone: whatever `staff` adds is not looked at (CONTRACT section 2). */
export const plainTicketSchema = v.object(fields)

/** `POST /api/add-ticket` (CONTRACT section 6). */
export const addTicketSchema = v.object({
  ...fields,
  chatId: optionalSchema('The chat', MAX_ID_CHARS),
  agentId: optionalSchema('The assignee', MAX_ID_CHARS),
})

/** `PUT /api/ticketing/Tickets/{id}`: what is absent stays. Guest, chat and room are those of the day it was written. */
export const ticketPatchSchema = v.object({
  queueId: v.optional(fields.queueId),
  description: v.optional(fields.description),
  title: v.optional(fields.title),
  status: v.optional(statusSchema),
  agentId: clearableSchema('The assignee', MAX_ID_CHARS),
})
