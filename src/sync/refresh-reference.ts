import type { Table } from 'dexie'
import { fetchCapabilities } from '#src/api/capabilities.ts'
import { fetchTypicalAnswers } from '#src/api/chats.ts'
import { ApiError } from '#src/api/errors.ts'
import { fetchStaff } from '#src/api/staff.ts'
import { fetchDepartments } from '#src/api/tickets.ts'
import { replaceReference } from '#src/db/mirror/reference.ts'
import { storeCapabilities } from '#src/db/session/sessions.ts'
import { writeMirror } from '#src/db/write.ts'
import { apiSession, type SyncContext } from './context.ts'

/**
 * Reads again what rarely changes: what the environment offers, and the messenger's reference data. Each call stands for
 * itself: one that the environment does not have, or refuses to this role, leaves what is mirrored and stops no other.
 * Throws ApiError where one got no answer.
 */
export async function refreshReference(context: SyncContext): Promise<void> {
  const { workspace, sessionDb, signal } = context
  const { mirror } = workspace
  const capabilities = await fetchCapabilities(context.target, signal)
  await storeCapabilities(sessionDb, workspace.origin, capabilities)
  const session = apiSession(context)
  const failures = [
    await refreshTable(context, mirror.answers, () => fetchTypicalAnswers(session, signal)),
    await refreshTable(context, mirror.departments, () => fetchDepartments(session, signal)),
    capabilities.staff ? await refreshTable(context, mirror.staff, () => fetchStaff(session, signal)) : null,
  ]
  const unanswered = failures.find((error) => error !== null && error.failure.kind !== 'refused')
  if (unanswered) throw unanswered
}

/** Gives the failure that left the table as it was; null where it is new. */
async function refreshTable<Row extends { id: string }>(
  { workspace, clock }: SyncContext,
  table: Table<Row, string>,
  fetchRows: () => Promise<Row[]>,
): Promise<ApiError | null> {
  try {
    const rows = await fetchRows()
    await writeMirror(workspace, [table], () => replaceReference(workspace.mirror, table, rows, clock.now()))
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
