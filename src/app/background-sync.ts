import { observeOperations } from '#src/db/observe.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { FLUSH_TAG } from '#src/sync/worker-words.ts'

/** What Chromium's registrations have and others lack. */
interface SyncManager {
  register(tag: string): Promise<void>
}

/** A browser that is slow to answer holds no message up for longer than this. */
const PATIENCE_MS = 1_000

/**
 * Asks the browser to wake the worker once there is a line, whenever something waits to be sent: each time an operation
 * goes (back) to queued (O5), in whichever tab. Without Background Sync the page alone sends.
 */
export function registerBackgroundSync(workspace: Workspace): () => void {
  return observeOperations(workspace, (operations) => {
    if (operations.some((operation) => operation.state === 'queued')) void registerSync()
  })
}

/**
 * The same for the tab that sends: it waits for this before the first attempt (O5), so that a tab which is closed in the
 * middle of one leaves somebody who goes on. Never rejects, and never takes long.
 */
export function registerSync(): Promise<void> {
  registering ??= register().finally(() => {
    registering = null
  })
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  return Promise.race([registering, patience])
}

/** Under way now: the observer and the engine ask at the same moment. */
let registering: Promise<void> | null = null

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration && hasSyncManager(registration)) await registration.sync.register(FLUSH_TAG)
  } catch {
    // Refused where the person has switched background work off.
  }
}

function hasSyncManager(registration: object): registration is { sync: SyncManager } {
  return 'sync' in registration
}
