import { failConflict } from '../../errors.ts'
import { createId } from '../../ids.ts'
import { countThings, foldCase, joinWords } from '../../text.ts'
import { countIntentsOf } from '../bot/intents.ts'
import type { Db, Tx } from '../store.ts'
import type { AuditedList } from './audit.ts'
import type { DepartmentRow } from './configuration-tables.ts'

export const AUDITED_DEPARTMENTS: AuditedList<DepartmentRow> = {
  name: 'queues',
  nameOf: ({ name }) => name,
  fieldsOf: ({ name }) => ({ name }),
}

/** All departments, by name. */
export function readDepartments(db: Db): Promise<DepartmentRow[]> {
  return db.selectFrom('queues').selectAll().orderBy('name').orderBy('id').execute()
}

export function lockDepartment(tx: Tx, id: string): Promise<DepartmentRow | undefined> {
  return tx.selectFrom('queues').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Throws 409 where another department is called so, in whatever letter case. */
export async function insertDepartment(tx: Tx, name: string): Promise<DepartmentRow> {
  const id = createId()
  await checkName(tx, id, name)
  return tx.insertInto('queues').values({ id, name }).returningAll().executeTakeFirstOrThrow()
}

/** Throws 409 where another department is called so, in whatever letter case. */
export async function renameDepartment(tx: Tx, id: string, name: string): Promise<DepartmentRow> {
  await checkName(tx, id, name)
  return tx.updateTable('queues').set({ name }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/**
 * Throws 409, with the numbers in `details`, while tickets or assignees are of the department or the bot writes tickets for
 * it: a ticket without one is nobody's work, and which department takes it over is for a person to say.
 */
export async function deleteDepartment(tx: Tx, department: DepartmentRow): Promise<void> {
  if (department.isAdmin)
    throw failConflict(`${department.name} is the house's own department and can't be deleted.`)
  const { tickets, assignees } = await countUses(tx, department.id)
  const intents = await countIntentsOf(tx, department.id)
  const uses = [
    { count: tickets, noun: 'ticket' },
    { count: assignees, noun: 'assignee' },
    { count: intents, noun: 'intent' },
  ].filter(({ count }) => count > 0)
  if (uses.length > 0) {
    const counts = uses.map(({ count, noun }) => countThings(count, noun))
    throw failConflict(
      `${department.name} still has ${joinWords(counts)}. Give them to another department first.`,
      { tickets, assignees, intents },
    )
  }
  await tx.deleteFrom('queues').where('id', '=', department.id).execute()
}

async function checkName(tx: Tx, id: string, name: string): Promise<void> {
  const others = await tx.selectFrom('queues').select('name').where('id', '<>', id).execute()
  const other = others.find((department) => foldCase(department.name) === foldCase(name))
  if (other) throw failConflict(`There is a department '${other.name}' already.`)
}

function countUses(tx: Tx, departmentId: string): Promise<{ tickets: number; assignees: number }> {
  return tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('tickets')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('queueId', '=', departmentId)
        .$asScalar()
        .$notNull()
        .as('tickets'),
      eb
        .selectFrom('assignees')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('queueId', '=', departmentId)
        .$asScalar()
        .$notNull()
        .as('assignees'),
    ])
    .executeTakeFirstOrThrow()
}
