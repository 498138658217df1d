import { createContext, useContext } from 'react'
import type { Workspace } from './workspace.ts'

/** The signed-in person's databases, for the screens; null while nobody is signed in. */
export const WorkspaceContext = createContext<Workspace | null>(null)

/** Throws where no one is signed in: screens that need a workspace are drawn only below one. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext)
  if (!workspace) throw new Error('no workspace here')
  return workspace
}
