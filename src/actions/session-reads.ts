import { ApiError } from '#src/api/errors.ts'
import type { ApiSession, ApiTarget } from '#src/api/http.ts'
import { fetchNeeds, sendRead } from '#src/api/push.ts'
import { PUSH_EXTRAS, type Capabilities } from '#src/contract/capabilities.ts'
import type { PushNeeds, PushReadRequest } from '#src/contract/push.ts'
import type { SessionDatabase } from '#src/db/session/database.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { logger } from '#src/lib/logger.ts'
import { openCallSession } from './session-calls.ts'

/** The environment, as to what a user reads here and has read on other devices. Nobody waits for it: no call rejects. */
export interface ReadCalls {
  /** Whether it announced them (`PUSH_EXTRAS.read`), and there is a line. */
  canCall(): boolean
  /** Whether that is settled, taken or refused for what it is; false where it is to be said again. */
  sendRead(read: PushReadRequest): Promise<boolean>
  /** Null where it does not say, or could not be asked. */
  fetchNeeds(): Promise<PushNeeds | null>
}

export interface ReadCallsDeps {
  sessionDb: SessionDatabase
  workspace: Workspace
  fetch: typeof fetch
  capabilities(): Capabilities
  isLive(): boolean
  /** Ends what is under way, without a word. */
  signal: AbortSignal
}

export function createReadCalls(deps: ReadCallsDeps): ReadCalls {
  const { sessionDb, workspace, signal } = deps
  // It notes nothing of the line: a browser's extension that blocks one of these would take it down at each pass.
  const target: ApiTarget = { origin: workspace.origin, fetch: deps.fetch }

  async function call<T>(
    make: (session: ApiSession) => Promise<T>,
    onFailure: (error: unknown) => T,
  ): Promise<T> {
    try {
      return await make(await openCallSession(sessionDb, target, workspace))
    } catch (error) {
      if (!signal.aborted) logger.warn('what was read could not be shared', { error: String(error) })
      return onFailure(error)
    }
  }

  return {
    canCall: () => deps.isLive() && deps.capabilities().push?.extras?.includes(PUSH_EXTRAS.read) === true,
    sendRead: (read) => call((session) => sendRead(session, read, signal).then(() => true), isRefusal),
    fetchNeeds: () =>
      call<PushNeeds | null>(
        (session) => fetchNeeds(session, signal),
        () => null,
      ),
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.failure.kind === 'refused'
}
