import type { LiveSession } from '#src/db/session/sessions.ts'
import { closeWorkspace, openWorkspace, type Workspace } from '#src/db/workspace.ts'
import type { AlertContext } from './alert-context.ts'

/** Opens a signed-in user's databases for one piece of work. Throws where they can't be opened. */
export async function withWorkspace<T>(
  { databases }: AlertContext,
  session: LiveSession,
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const unseen = { onOutdated: () => undefined, onBroken: () => undefined }
  const workspace = await openWorkspace(session, databases, unseen)
  try {
    return await work(workspace)
  } finally {
    closeWorkspace(workspace)
  }
}
