import { sql } from 'kysely'
import { SECRET_CHANGED, type AuditAction, type AuditChange } from '#src/contract/audit.ts'
import type { StaffRef } from '#src/contract/chats.ts'
import type { ListName } from '#src/contract/lists.ts'
import type { Db, Tx } from '../store.ts'
import type { AuditRow } from './configuration-tables.ts'

/** A list of the configuration as the audit sees it. */
export interface AuditedList<Row> {
  name: ListName
  /** What people call a row. */
  nameOf(row: Row): string
  /** What is compared and kept as it was and is: plain values by the names that they have on the wire. */
  fieldsOf(row: Row): Record<string, unknown>
  /** What is compared only: that it changed is kept, never its value. */
  secretsOf?(row: Row): Record<string, string | null>
}

/** `pg_advisory_xact_lock` of the configuration: any constant that nothing else uses. */
const CONFIGURATION_LOCK = 7_202_602

/**
 * Makes writers of the configuration follow one another, in every process; the first statement of each. What one finds out
 * (that there is another admin, that a name is free) then holds until it has committed, and the audit's `seq` rises in
 * commit order, so that who reads on from a place skips no slow writer (as E3 has it for chats). Rows of chats and users
 * may be waited for after it: nobody who holds those waits for this.
 */
export async function lockConfiguration(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CONFIGURATION_LOCK})`.execute(tx)
}

/**
 * Writes down who changed a row and how, after `lockConfiguration`; `before` is null for a new row, `after` for a removed
 * one. A row that was saved as it is leaves no entry. Hints are read from these entries (CONTRACT section 4).
 */
export async function recordChange<Row extends { id: string }>(
  tx: Tx,
  by: StaffRef,
  list: AuditedList<Row>,
  { before, after }: { before: Row | null; after: Row | null },
): Promise<void> {
  const row = after ?? before
  if (row === null) return
  const changes = [...compareFields(list, before, after), ...compareSecrets(list, before, after)]
  if (before !== null && after !== null && changes.length === 0) return
  await insertEntry(tx, by, list, { row, action: chooseAction(before, after), changes })
}

/** Writes down who took out all that is stored of a row, after `lockConfiguration`. */
export async function recordExport<Row extends { id: string }>(
  tx: Tx,
  by: StaffRef,
  list: AuditedList<Row>,
  row: Row,
): Promise<void> {
  await insertEntry(tx, by, list, { row, action: 'export', changes: [] })
}

/** Newest first, at most `limit`, those before an entry where one is named. */
export function readAudit(
  db: Db,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .$if(before !== null, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** Entries after a place, in commit order, at most `limit`. */
export function readAuditOn(
  db: Db,
  after: number,
  limit: number,
): Promise<Pick<AuditRow, 'seq' | 'list' | 'rowId' | 'changes'>[]> {
  return db
    .selectFrom('audit')
    .select(['seq', 'list', 'rowId', 'changes'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** The newest entry's place; 0 where there is none. */
export async function readAuditEnd(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

async function insertEntry<Row extends { id: string }>(
  tx: Tx,
  by: StaffRef,
  list: AuditedList<Row>,
  { row, action, changes }: { row: Row; action: AuditAction; changes: AuditChange[] },
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      seq: sql<number>`nextval('audit_seq')`,
      userId: by.id,
      userName: by.name,
      list: list.name,
      rowId: row.id,
      rowName: list.nameOf(row),
      action,
      changes: JSON.stringify(changes),
    })
    .execute()
  await sql`select pg_notify('bellhop_rows', '')`.execute(tx)
}

function chooseAction(before: unknown, after: unknown): AuditAction {
  if (before === null) return 'create'
  return after === null ? 'delete' : 'update'
}

function compareFields<Row>(list: AuditedList<Row>, before: Row | null, after: Row | null): AuditChange[] {
  const old = before === null ? {} : list.fieldsOf(before)
  const now = after === null ? {} : list.fieldsOf(after)
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((field) => {
    const change = { field, before: old[field] ?? null, after: now[field] ?? null }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })
}

/** A removed row's secrets go without a word. */
function compareSecrets<Row>(list: AuditedList<Row>, before: Row | null, after: Row | null): AuditChange[] {
  if (after === null || list.secretsOf === undefined) return []
  const old = before === null ? {} : list.secretsOf(before)
  return Object.entries(list.secretsOf(after)).flatMap(([field, value]) =>
    value === (old[field] ?? null) ? [] : [{ field, before: null, after: SECRET_CHANGED }],
  )
}
