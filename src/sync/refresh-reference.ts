import type { Table } from 'dexie'
import { fetchCapabilities } from '#src/api/capabilities.ts'
import { fetchTypicalAnswers } from '#src/api/chats.ts'
import { ApiError } from '#src/api/errors.ts'
import type { ApiSession } from '#src/api/http.ts'
import { fetchStaff } from '#src/api/staff.ts'
import { fetchDepartments } from '#src/api/tickets.ts'
import { replaceReference } from '#src/db/mirror/reference.ts'
import { readCapabilities, storeCapabilities } from '#src/db/session/sessions.ts'
import { writeMirror } from '#src/db/write.ts'
import { apiSession, type SyncContext } from './context.ts'

/** What rarely changes: what the environment offers, and the messenger's reference data. */
export type ReferencePart = 'capabilities' | 'answers' | 'departments' | 'staff'

const ALL_PARTS: readonly ReferencePart[] = ['capabilities', 'answers', 'departments', 'staff']

/** What could not be read, and why. */
export interface Unread {
  parts: ReferencePart[]
  error: ApiError
}

/**
 * Reads again what rarely changes, or some of it. Each call stands for itself: one that the environment does not have, or
 * refuses to this role, leaves what is mirrored, and one that fails stops no other. Before each `giveWay` settles. Null where
 * all were answered.
 */
export async function refreshReference(
  context: SyncContext,
  parts = ALL_PARTS,
  giveWay: () => Promise<void> = () => Promise.resolve(),
): Promise<Unread | null> {
  const unread: ReferencePart[] = []
  const errors: ApiError[] = []
  for (const part of parts) {
    await giveWay()
    const error = await readFailureOf(refreshPart(context, part))
    if (error === null || error.failure.kind === 'refused') continue
    unread.push(part)
    errors.push(error)
  }
  const [error] = errors
  return error ? { parts: unread, error } : null
}

function refreshPart(context: SyncContext, part: ReferencePart): Promise<void> {
  const { mirror } = context.workspace
  const { signal } = context
  const session = apiSession(context)
  switch (part) {
    case 'capabilities':
      return refreshCapabilities(context)
    case 'answers':
      return refreshTable(context, mirror.answers, () => fetchTypicalAnswers(session, signal))
    case 'departments':
      return refreshTable(context, mirror.departments, () => fetchDepartments(session, signal))
    case 'staff':
      return refreshStaff(context, session)
  }
}

/** As just announced: what the context knows follows a moment later. */
async function refreshStaff(context: SyncContext, session: ApiSession): Promise<void> {
  const { workspace, sessionDb, signal } = context
  const announced = await readCapabilities(sessionDb, workspace.origin)
  if (!(announced ?? context.capabilities()).staff) return
  await refreshTable(context, workspace.mirror.staff, () => fetchStaff(session, signal))
}

async function refreshCapabilities({ workspace, sessionDb, target, signal }: SyncContext): Promise<void> {
  const capabilities = await fetchCapabilities(target, signal)
  await storeCapabilities(sessionDb, workspace.origin, capabilities)
}

async function refreshTable<Row extends { id: string }>(
  { workspace, clock }: SyncContext,
  table: Table<Row, string>,
  fetchRows: () => Promise<Row[]>,
): Promise<void> {
  const rows = await fetchRows()
  await writeMirror(workspace, [table], () => replaceReference(workspace.mirror, table, rows, clock.now()))
}

async function readFailureOf(call: Promise<void>): Promise<ApiError | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
