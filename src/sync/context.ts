import type { ApiSession, ApiTarget } from '#src/api/http.ts'
import { createApiSession } from '#src/api/session.ts'
import type { UploadFile } from '#src/api/uploads.ts'
import type { Capabilities } from '#src/contract/capabilities.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import type { LiveSession } from '#src/db/session/sessions.ts'
import type { Workspace } from '#src/db/workspace.ts'
import type { Clock } from '#src/lib/clock.ts'

/** What every part of the engine works with: one user, one environment, one session (O4). No React, no DOM. */
export interface SyncContext {
  workspace: Workspace
  sessionDb: SessionDatabase
  session: LiveSession
  target: ApiTarget
  /** As last announced; asked anew at each use. */
  capabilities(): Capabilities
  clock: Clock
  /** In [0, 1). */
  random(): number
  uploadFile: UploadFile
  /** Ends everything: sign-out, lost leadership, a closing page. */
  signal: AbortSignal
  /** The environment's 401 for this session's token, from whichever call. */
  onUnauthorized(): void
}

/** The session as calls take it. */
export function apiSession(context: SyncContext): ApiSession {
  const { target, session, onUnauthorized } = context
  return createApiSession(target, session.token, context.capabilities(), onUnauthorized)
}
