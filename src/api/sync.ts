import { syncPageSchema, type SyncPage } from '#src/contract/sync-page.ts'
import { callAs } from './session-call.ts'
import type { ApiSession } from './http.ts'

/** One page of everything that changed since the cursor; no cursor asks for a reset (CONTRACT section 2). */
export function fetchSyncPage(
  session: ApiSession,
  cursor: string | null,
  limit: number,
  signal: AbortSignal,
): Promise<SyncPage> {
  return callAs(
    session,
    { method: 'GET', path: '/api/sync', query: { cursor: cursor ?? undefined, limit }, signal },
    syncPageSchema,
  )
}
