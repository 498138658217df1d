import type { Holder } from '#src/domain/chats/holder.ts'
import type { Workspace } from './workspace.ts'

/** The signed-in user as who holds a chat. */
export function readMe(workspace: Workspace): Holder {
  return { id: workspace.user.id, name: workspace.user.name }
}
