import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readIdempotencyKey, runIdempotent } from '../../http/idempotency.ts'
import { readJson } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import type { TicketRow } from '../../store/schema.ts'
import { insertTicket, readDepartments } from '../../store/tickets.ts'
import { addTicketSchema, plainTicketSchema } from './schema.ts'

/** Departments and new tickets (CONTRACT section 6): what the messenger needs of the ticketing. */
export function ticketRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const isPlain = ctx.settings.capabilities === 'none'
  const agent = requireStaff(ctx, ROLES.agent)

  app.get('/api/ticketing/Queues', agent, async (c) => c.json(await readDepartments(ctx.store.db)))

  app.post('/api/add-ticket', agent, async (c) => {
    const asked = isPlain ? await readJson(c, plainTicketSchema) : await readJson(c, addTicketSchema)
    const { __room: room, ...fields } = asked
    const { user } = c.get('staff')
    const call = {
      owner: `staff:${user.id}`,
      key: readIdempotencyKey(c, ctx),
      content: ['add-ticket', asked],
    }
    const answer = await runIdempotent(ctx, call, async (tx) => {
      const row = await insertTicket(tx, { ...fields, room }, user.id)
      return {
        answer: { kind: 'json', status: 201, body: isPlain ? presentPlain(row) : present(row) },
        changes: [],
      }
    })
    return answer.kind === 'json' ? c.json(answer.body, 201) : c.body(null, 201)
  })
  return app
}

/** A ticket of the specification alone (its section 3). */
function presentPlain({ id, createdOn, title, description, queueId, agentId, status }: TicketRow) {
  return { id, createdOn: createdOn.toISOString(), title, description, queueId, agentId, status }
}

function present(row: TicketRow) {
  return { ...presentPlain(row), guestId: row.guestId, chatId: row.chatId, room: row.room }
}
