import { observeOperations } from '#src/db/observe.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { FLUSH_TAG } from '#src/sync/channel.ts'

/** What Chromium's registrations have and others lack. */
interface SyncManager {
  register(tag: string): Promise<void>
}

/**
 * Asks the browser to wake the worker once there is a line, whenever something waits to be sent: before the first
 * attempt and each time an operation goes back to queued (O5). Without Background Sync the page alone sends.
 */
export function registerBackgroundSync(workspace: Workspace): () => void {
  return observeOperations(workspace, (operations) => {
    if (operations.some((operation) => operation.state === 'queued')) void register()
  })
}

async function register(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration || !hasSyncManager(registration)) return
  // Refused where the person has switched background work off.
  await registration.sync.register(FLUSH_TAG).catch(() => undefined)
}

function hasSyncManager(registration: object): registration is { sync: SyncManager } {
  return 'sync' in registration
}
