import { readHelpRequests, type HelpRequests } from '#src/db/mirror/help-requests.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'

/** The chats that call for a person, live; undefined until they were read. */
export function useHelpRequests(): HelpRequests | undefined {
  const workspace = useWorkspace()
  return useLive(workspace, 'help-requests', () => readHelpRequests(workspace.mirror))
}
