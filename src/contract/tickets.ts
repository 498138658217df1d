import * as v from 'valibot'
import { idSchema, rowsSchema, type LenientFields, type Marked } from './lenient.ts'

/** A department; the specification's calls name it a queue. `isAdmin`: the house's own, which can't be deleted. */
export interface Department extends Marked {
  id: string
  name: string
  isAdmin: boolean
}

const departmentFields: LenientFields<Omit<Department, 'unreadable'>> = {
  id: { schema: idSchema, otherwise: '' },
  name: { schema: v.string(), otherwise: '' },
  isAdmin: { schema: v.optional(v.boolean(), false), otherwise: false },
}
export const departmentsSchema = rowsSchema(departmentFields)

/** Ticket states on the wire with the words for people (specification section 9). */
export const TICKET_STATUSES = {
  open: 'New',
  assigned: 'In Progress',
  blocked: 'Blocked',
  closed: 'Resolved',
} as const
export type TicketStatus = keyof typeof TICKET_STATUSES

export function isTicketStatus(text: string): text is TicketStatus {
  return Object.hasOwn(TICKET_STATUSES, text)
}

/** A ticket (CONTRACT section 6). `title` is shown as Location, `description` as Request. */
export const ticketSchema = v.object({
  id: idSchema,
  createdOn: v.string(),
  title: v.string(),
  description: v.string(),
  queueId: idSchema,
  agentId: v.optional(v.nullable(idSchema), null),
  status: v.string(),
  guestId: v.optional(v.nullable(idSchema), null),
  chatId: v.optional(v.nullable(idSchema), null),
  room: v.optional(v.nullable(v.string()), null),
})
export type Ticket = v.InferOutput<typeof ticketSchema>

/** The body of `POST /api/add-ticket`. `chatId` is an extension of the `staff` group. */
export interface NewTicket {
  queueId: string
  description: string
  status: 'open'
  title: string
  guestId?: string
  __room?: string
  chatId?: string
}
