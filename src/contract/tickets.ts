import * as v from 'valibot'
import { configRowFields, looseIdSchema, looseTextSchema, type ConfigRow } from './config-rows.ts'
import { idSchema, instantSchema, rowSchema, rowsSchema, type LenientFields } from './lenient.ts'

/** A department; the specification's calls name it a queue. `isAdmin`: the house's own, which can't be deleted. */
export interface Department extends ConfigRow {
  name: string
  isAdmin: boolean
}

const departmentFields: LenientFields<Omit<Department, 'unreadable'>> = {
  ...configRowFields,
  name: { schema: v.string(), otherwise: '' },
  isAdmin: { schema: v.optional(v.boolean(), false), otherwise: false },
}
export const departmentsSchema = rowsSchema(departmentFields)
export const departmentSchema = rowSchema(departmentFields)

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

/** A ticket of `GET /api/ticketing/Tickets/`: shown with what was readable of it. */
export interface ListedTicket extends ConfigRow {
  createdOn: string | null
  title: string
  description: string
  queueId: string | null
  agentId: string | null
  /** One of `TICKET_STATUSES`, or any other word. */
  status: string
  guestId: string | null
  chatId: string | null
  room: string
}

const ticketFields: LenientFields<Omit<ListedTicket, 'unreadable'>> = {
  ...configRowFields,
  createdOn: { schema: v.nullable(instantSchema), otherwise: null },
  title: { schema: looseTextSchema, otherwise: '' },
  description: { schema: looseTextSchema, otherwise: '' },
  queueId: { schema: looseIdSchema, otherwise: null },
  agentId: { schema: looseIdSchema, otherwise: null },
  status: { schema: v.string(), otherwise: '' },
  guestId: { schema: looseIdSchema, otherwise: null },
  chatId: { schema: looseIdSchema, otherwise: null },
  room: { schema: looseTextSchema, otherwise: '' },
}
export const listedTicketsSchema = rowsSchema(ticketFields)
export const listedTicketSchema = rowSchema(ticketFields)

/** The body of `POST /api/add-ticket`. `chatId` and `agentId` are extensions of the `staff` group. */
export interface NewTicket {
  queueId: string
  description: string
  status: 'open'
  title: string
  guestId?: string
  __room?: string
  chatId?: string
  agentId?: string
}
