import { useMemo } from 'react'
import { openCallSession } from '#src/actions/session-calls.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Online } from '#src/online/online-context.ts'
import { useApp } from './app-context.ts'

/** What calls of this person need that are made at once or not at all: the same for as long as the workspace is. */
export function useOnlineCalls(): Online {
  const { sessionDb, noteLine, syncNow } = useApp()
  const workspace = useWorkspace()
  return useMemo((): Online => {
    const target = {
      origin: workspace.origin,
      fetch: (...call: Parameters<typeof fetch>) => fetch(...call),
      onLine: noteLine,
    }
    return { openSession: () => openCallSession(sessionDb, target, workspace), syncNow }
  }, [sessionDb, workspace, noteLine, syncNow])
}
