import { readUnsent, type UnsentGroup } from '#src/db/unsent.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

/** Everything that is not sent yet, by chat, the oldest first; live (O9). */
export function useUnsent(): UnsentGroup[] | undefined {
  const workspace = useWorkspace()
  return useLive(workspace, 'unsent', () => readUnsent(workspace))
}
