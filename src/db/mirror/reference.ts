import type { Table } from 'dexie'
import { isKnownId } from '#src/contract/lenient.ts'
import type { StaffMember } from '#src/contract/staff.ts'
import type { Department } from '#src/contract/tickets.ts'
import type { TypicalAnswer } from '#src/contract/typical-answers.ts'
import type { MirrorDatabase } from './database.ts'
import { readNumber, storeNumber } from './meta.ts'

/** What the messenger refers to and what rarely changes (DESIGN section 1). */
export type ReferenceTable = 'answers' | 'departments' | 'staff'

/** Departments by name. */
export async function readDepartments(mirror: MirrorDatabase): Promise<Department[]> {
  return sortBy(await mirror.departments.toArray(), ({ name }) => name)
}

/** Colleagues by name, oneself among them. Who is online was true at `readReferenceAt`. */
export async function readStaff(mirror: MirrorDatabase): Promise<StaffMember[]> {
  return sortBy(await mirror.staff.toArray(), ({ name }) => name)
}

/** Saved answers by label. */
export async function readAnswers(mirror: MirrorDatabase): Promise<TypicalAnswer[]> {
  return sortBy(await mirror.answers.toArray(), ({ label }) => label)
}

/** Whether a row can be chosen: what came without an id is shown, but the environment would not know it. */
export function canBeChosen({ id }: { id: string }): boolean {
  return isKnownId(id)
}

/** When a table was last read from the environment, ms of the device's clock; null where it never was. */
export async function readReferenceAt(mirror: MirrorDatabase, table: ReferenceTable): Promise<number | null> {
  return readNumber(mirror, keyOf(table))
}

/**
 * Makes a table what the environment has now. Call it inside a write on that table. Only what differs is written: it is read
 * at every connection, and what is written has the screens that show it read again.
 */
export async function replaceReference<Row extends { id: string }>(
  mirror: MirrorDatabase,
  table: Table<Row, string>,
  rows: readonly Row[],
  now: number,
): Promise<void> {
  const known = new Map((await table.toArray()).map((row) => [row.id, JSON.stringify(row)]))
  const changed = rows.filter((row) => known.get(row.id) !== JSON.stringify(row))
  for (const { id } of rows) known.delete(id)
  if (changed.length > 0) await table.bulkPut(changed)
  if (known.size > 0) await table.bulkDelete([...known.keys()])
  await storeNumber(mirror, keyOf(table.name), now)
}

function keyOf(table: string): string {
  return `reference:${table}`
}

function sortBy<Row extends { id: string }>(rows: Row[], read: (row: Row) => string): Row[] {
  // Equal names keep one order, whatever the database gives first.
  return rows.sort((a, b) => read(a).localeCompare(read(b), 'en') || (a.id < b.id ? -1 : 1))
}
