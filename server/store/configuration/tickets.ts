import type { Insertable } from 'kysely'
import type { StaffRef } from '#src/contract/chats.ts'
import type { TicketStatus } from '#src/contract/tickets.ts'
import { failInvalid } from '../../errors.ts'
import { createId } from '../../ids.ts'
import type { Db, Tx } from '../store.ts'
import { recordChange, type AuditedList } from './audit.ts'
import type { TicketRow, TicketsTable } from './configuration-tables.ts'

type NewTicketRow = Omit<Insertable<TicketsTable>, 'id' | 'createdOn' | 'createdBy'>
/** The rows that a ticket names. */
type TicketReferences = Pick<NewTicketRow, 'queueId' | 'chatId' | 'agentId'>

export const AUDITED_TICKETS: AuditedList<TicketRow> = {
  name: 'tickets',
  nameOf: ({ title }) => title,
  fieldsOf: ({ title, description, queueId, agentId, status, guestId, chatId, room }) => {
    return { title, description, queueId, agentId, status, guestId, chatId, room }
  },
}
/** Of these a ticket is somebody's work still. */
const UNRESOLVED: TicketStatus[] = ['open', 'assigned', 'blocked']

/** Tickets in one of `statuses`, the newest first; null gives all. */
export function readTickets(db: Db, statuses: readonly TicketStatus[] | null): Promise<TicketRow[]> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .$if(statuses !== null, (query) => query.where('status', 'in', statuses ?? []))
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function lockTicket(tx: Tx, id: string): Promise<TicketRow | undefined> {
  return tx.selectFrom('tickets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Writes a ticket; who wrote it and when stay with it. Throws 422 where it names a department, a chat or an assignee that
 * is not there.
 */
export async function insertTicket(tx: Tx, ticket: NewTicketRow, createdBy: string): Promise<TicketRow> {
  await checkReferences(tx, ticket)
  return tx
    .insertInto('tickets')
    .values({ ...ticket, id: createId(), createdBy })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Throws 422 where it names a department or an assignee that is not there. */
export async function updateTicket(tx: Tx, ticket: TicketRow): Promise<TicketRow> {
  const { id, title, description, queueId, agentId, status } = ticket
  await checkReferences(tx, { queueId, agentId, chatId: null })
  return tx
    .updateTable('tickets')
    .set({ title, description, queueId, agentId, status })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteTicket(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('tickets').where('id', '=', id).execute()
}

/** How many tickets that are not resolved an assignee has. */
export async function countUnresolved(tx: Tx, assigneeId: string): Promise<number> {
  const row = await tx
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('agentId', '=', assigneeId)
    .where('status', 'in', UNRESOLVED)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Takes an assignee off their tickets, and writes down of which. */
export async function detachAssignee(tx: Tx, by: StaffRef, assigneeId: string): Promise<void> {
  const rows = await tx
    .updateTable('tickets')
    .set({ agentId: null })
    .where('agentId', '=', assigneeId)
    .returningAll()
    .execute()
  for (const after of rows) {
    await recordChange(tx, by, AUDITED_TICKETS, { before: { ...after, agentId: assigneeId }, after })
  }
}

async function checkReferences(tx: Tx, { queueId, chatId, agentId }: TicketReferences): Promise<void> {
  for (const [table, id, problem] of [
    ['queues', queueId, 'This department does not exist.'],
    ['chats', chatId ?? null, 'This chat does not exist.'],
    ['assignees', agentId ?? null, 'This assignee does not exist.'],
  ] as const) {
    if (id === null) continue
    const found = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (!found) throw failInvalid(problem)
  }
}
