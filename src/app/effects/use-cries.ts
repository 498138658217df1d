import { readCries, type Cries } from '#src/db/mirror/cries.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

/** The chats that call for a person, live; undefined until they were read. */
export function useCries(): Cries | undefined {
  const workspace = useWorkspace()
  return useLive(workspace, 'cries', () => readCries(workspace.mirror))
}
