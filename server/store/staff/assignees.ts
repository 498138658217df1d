import type { StaffRef } from '#src/contract/chats.ts'
import { failConflict, failInvalid } from '../../errors.ts'
import { createId } from '../../ids.ts'
import { countThings, foldCase } from '../../text.ts'
import type { AuditedList } from '../configuration/audit.ts'
import { countUnresolved, detachAssignee } from '../configuration/tickets.ts'
import type { Db, Tx } from '../store.ts'
import type { AssigneeRow } from './staff-tables.ts'

type AssigneeFields = Omit<AssigneeRow, 'id' | 'createdAt' | 'version'>

export const AUDITED_ASSIGNEES: AuditedList<AssigneeRow> = {
  name: 'assignees',
  nameOf: ({ name }) => name,
  fieldsOf: ({ name, username, telephoneNumber, queueId, statusId }) => {
    return { name, username, telephoneNumber, queueId, statusId }
  },
  secretsOf: ({ passwordHash }) => ({ password: passwordHash }),
}

/** All assignees, by name. */
export function readAssignees(db: Db): Promise<AssigneeRow[]> {
  return db.selectFrom('assignees').selectAll().orderBy('name').orderBy('id').execute()
}

export function lockAssignee(tx: Tx, id: string): Promise<AssigneeRow | undefined> {
  return tx.selectFrom('assignees').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Throws 409 where the username is taken, in whatever letter case, and 422 for a department that is not there. */
export async function insertAssignee(tx: Tx, fields: AssigneeFields): Promise<AssigneeRow> {
  const id = createId()
  await checkFields(tx, id, fields)
  return tx
    .insertInto('assignees')
    .values({ id, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Throws as `insertAssignee`. */
export async function updateAssignee(tx: Tx, id: string, fields: AssigneeFields): Promise<AssigneeRow> {
  await checkFields(tx, id, fields)
  const { name, username, passwordHash, telephoneNumber, queueId, statusId } = fields
  return tx
    .updateTable('assignees')
    .set({ name, username, passwordHash, telephoneNumber, queueId, statusId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Throws 409, with the number in `details`, while tickets that are not resolved are theirs: work that is under way must
 * not be left to nobody without a word. Resolved tickets stay and lose their assignee, which the audit keeps.
 */
export async function deleteAssignee(tx: Tx, by: StaffRef, { id, name }: AssigneeRow): Promise<void> {
  const tickets = await countUnresolved(tx, id)
  if (tickets > 0) {
    const have = `${name} still has ${countThings(tickets, 'ticket')} that ${tickets === 1 ? 'is' : 'are'} not resolved`
    throw failConflict(`${have}. Give them to somebody else first.`, { tickets })
  }
  await detachAssignee(tx, by, id)
  await tx.deleteFrom('assignees').where('id', '=', id).execute()
}

async function checkFields(tx: Tx, id: string, { username, queueId }: AssigneeFields): Promise<void> {
  if (username !== null) {
    const others = await tx
      .selectFrom('assignees')
      .select(['name', 'username'])
      .where('id', '<>', id)
      .execute()
    const other = others.find((one) => one.username !== null && foldCase(one.username) === foldCase(username))
    if (other) throw failConflict(`${other.name} has this username already.`)
  }
  if (queueId === null) return
  const department = await tx.selectFrom('queues').select('id').where('id', '=', queueId).executeTakeFirst()
  if (!department) throw failInvalid('This department does not exist.')
}
