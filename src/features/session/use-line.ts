import { readSyncedAt } from '#src/db/mirror/meta.ts'
import { countOperations } from '#src/db/outbox/operations.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

/** How much waits to be sent and when the mirror last agreed with the environment (ms of the device's clock). */
export function useLine(): { unsent: number; syncedAt: number | null } | undefined {
  const workspace = useWorkspace()
  return useLive(workspace, 'line', async () => ({
    unsent: await countOperations(workspace.outbox),
    syncedAt: await readSyncedAt(workspace.mirror),
  }))
}
