import type { Insertable } from 'kysely'
import type { Department } from '#src/contract/tickets.ts'
import { failInvalid } from '../errors.ts'
import { createId } from '../ids.ts'
import type { TicketRow, TicketsTable } from './schema.ts'
import type { Db, Tx } from './store.ts'

type NewTicketRow = Omit<Insertable<TicketsTable>, 'id' | 'createdOn' | 'createdBy'>

/** All departments, by name. */
export function readDepartments(db: Db): Promise<Department[]> {
  return db.selectFrom('queues').select(['id', 'name', 'isAdmin']).orderBy('name').orderBy('id').execute()
}

/**
 * Writes a ticket; who wrote it and when stay with it. Throws 422 where it names a department, a chat or an assignee that
 * is not there.
 */
export async function insertTicket(tx: Tx, ticket: NewTicketRow, createdBy: string): Promise<TicketRow> {
  for (const [table, id, problem] of [
    ['queues', ticket.queueId, 'This department does not exist.'],
    ['chats', ticket.chatId ?? null, 'This chat does not exist.'],
    ['assignees', ticket.agentId ?? null, 'This assignee does not exist.'],
  ] as const) {
    if (id === null) continue
    const found = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (!found) throw failInvalid(problem)
  }
  return tx
    .insertInto('tickets')
    .values({ ...ticket, id: createId(), createdBy })
    .returningAll()
    .executeTakeFirstOrThrow()
}
