import { Hono } from 'hono'
import { ROLES } from '#src/domain/roles.ts'
import type { ServerContext } from '../../context.ts'
import { failInvalid } from '../../errors.ts'
import type { App, AppEnv } from '../../http/app-env.ts'
import { readIdempotencyKey, runIdempotent } from '../../http/idempotency.ts'
import { readJson } from '../../http/read-request.ts'
import { requireStaff } from '../../http/require-session.ts'
import { createId } from '../../ids.ts'
import type { TicketRow } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { addTicketSchema, type AddTicket } from './schema.ts'

/** Departments and new tickets (CONTRACT section 6): what the messenger needs of the ticketing. */
export function ticketRoutes(ctx: ServerContext): App {
  const app = new Hono<AppEnv>()
  const { db } = ctx.store
  const isPlain = ctx.settings.capabilities === 'none'
  const agent = requireStaff(ctx, ROLES.agent)

  app.get('/api/ticketing/Queues', agent, async (c) => {
    const rows = await db
      .selectFrom('queues')
      .select(['id', 'name', 'isAdmin'])
      .orderBy('name')
      .orderBy('id')
      .execute()
    return c.json(rows)
  })

  app.post('/api/add-ticket', agent, async (c) => {
    const asked = await readJson(c, addTicketSchema)
    // What the group `staff` adds is not there where nothing was announced (CONTRACT section 2).
    const ticket = isPlain ? { ...asked, chatId: null, agentId: null } : asked
    const { user } = c.get('staff')
    const call = {
      owner: `staff:${user.id}`,
      key: readIdempotencyKey(c, ctx),
      content: ['add-ticket', ticket],
    }
    const answer = await runIdempotent(ctx, call, async (tx) => {
      const row = await insertTicket(tx, ticket, user.id)
      return {
        answer: { kind: 'json', status: 201, body: isPlain ? presentPlain(row) : present(row) },
        changes: [],
      }
    })
    return answer.kind === 'json' ? c.json(answer.body, 201) : c.body(null, 201)
  })
  return app
}

/** Writes a ticket. Throws 422 where it names a department, a chat or an assignee that is not there. */
async function insertTicket(tx: Tx, ticket: AddTicket, createdBy: string): Promise<TicketRow> {
  const { queueId, description, title, status, guestId, chatId, agentId, __room: room } = ticket
  for (const [table, id, problem] of [
    ['queues', queueId, 'This department does not exist.'],
    ['chats', chatId, 'This chat does not exist.'],
    ['assignees', agentId, 'This assignee does not exist.'],
  ] as const) {
    if (id === null) continue
    const found = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (!found) throw failInvalid(problem)
  }
  return tx
    .insertInto('tickets')
    .values({
      id: createId(),
      createdBy,
      title,
      description,
      queueId,
      agentId,
      status,
      guestId,
      chatId,
      room,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function presentPlain({ id, createdOn, title, description, queueId, agentId, status }: TicketRow) {
  return { id, createdOn: createdOn.toISOString(), title, description, queueId, agentId, status }
}

function present(row: TicketRow) {
  return { ...presentPlain(row), guestId: row.guestId, chatId: row.chatId, room: row.room }
}
