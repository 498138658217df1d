import { Hono } from 'hono'
import { isTicketStatus, type TicketStatus } from '#src/contract/tickets.ts'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import { failNotFound } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { serveConfigRows } from '../../http/config-rows.ts'
import { mergePatch } from '../../http/merge-patch.ts'
import { readJson, readParam } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import type { TicketRow } from '../../store/configuration/configuration-tables.ts'
import {
  AUDITED_TICKETS,
  deleteTicket,
  insertTicket,
  lockTicket,
  readTickets,
  updateTicket,
} from '../../store/configuration/tickets.ts'
import { addTicketSchema, plainTicketSchema, ticketPatchSchema } from './schema.ts'

/** Tickets: added by everybody from a chat, worked on by operators (CONTRACT section 6). */
export function ticketRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const isPlain = ctx.settings.capabilities === 'none'
  const present = isPlain ? presentPlain : presentTicket
  const agent = requireStaff(ctx, ROLES.agent)
  const operator = requireStaff(ctx, ROLES.operator)
  const rows = serveConfigRows(ctx, { audited: AUDITED_TICKETS, noun: 'ticket', lock: lockTicket, present })

  app.get('/api/ticketing/Tickets', operator, async (c) => rows.list(c, await readTickets(db, null)))
  app.get('/api/ticketing/Tickets/:status', operator, async (c) =>
    rows.list(c, await readTickets(db, chooseStatuses(readParam(c, 'status')))),
  )
  app.put('/api/ticketing/Tickets/:id', operator, async (c) => {
    const content = await readJson(c, ticketPatchSchema)
    return rows.update(c, { id: readParam(c, 'id'), content }, ({ tx }, before) =>
      updateTicket(tx, mergePatch(before, content)),
    )
  })
  app.delete('/api/ticketing/Tickets/:id', operator, (c) =>
    rows.remove(c, { id: readParam(c, 'id') }, ({ tx }, before) => deleteTicket(tx, before.id)),
  )

  app.post('/api/add-ticket', agent, async (c) => {
    const asked = isPlain ? await readJson(c, plainTicketSchema) : await readJson(c, addTicketSchema)
    const { __room: room, ...fields } = asked
    return rows.create(c, ['add-ticket', asked], ({ tx, by }) => insertTicket(tx, { ...fields, room }, by.id))
  })
  return app
}

/** The New list asks for `assigned` and chooses among what it gets (CONTRACT section 6). Throws 404. */
function chooseStatuses(status: string): TicketStatus[] {
  if (!isTicketStatus(status)) throw failNotFound(`A list of tickets called '${status}'`)
  return status === 'assigned' ? ['open', 'assigned'] : [status]
}

/** A ticket of the specification alone (its section 3). */
function presentPlain({ id, createdOn, title, description, queueId, agentId, status }: TicketRow) {
  return { id, createdOn: createdOn.toISOString(), title, description, queueId, agentId, status }
}

function presentTicket(row: TicketRow) {
  return { ...presentPlain(row), guestId: row.guestId, chatId: row.chatId, room: row.room }
}
