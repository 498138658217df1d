import { readStaged } from '#src/db/outbox/staged-files.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { useStore } from '#src/lib/use-store.ts'
import { findStaging, type Staging } from './staging.ts'

/** A file of the draft as the tray draws it; while it is prepared there is no picture of it. */
export interface StagedFile {
  id: string
  name: string
  /** Bytes. */
  size: number
  isPicture: boolean
  isPreparing: boolean
  /** The file that was chosen moves, and what will be sent does not. */
  isStill: boolean
}

/** A chat's staged files, live, in the order in which they were chosen, and what this tab does with them. */
export function useStaged(chatId: string): { files: StagedFile[]; staging: Staging } {
  const workspace = useWorkspace()
  const staging = useStore(findStaging(workspace, chatId))
  const rows = useLive(workspace, `staged:${chatId}`, () => readStaged(workspace.outbox, chatId)) ?? []
  const known = new Set(rows.map(({ id }) => id))
  const files = [
    ...rows.map(({ id, name, size, type, isStill = false }): StagedFile => {
      return { id, name, size, isPicture: type.startsWith('image/'), isPreparing: false, isStill }
    }),
    ...staging.coming
      .filter(({ id }) => !known.has(id))
      .map(({ id, name, size, state }): StagedFile => {
        return { id, name, size, isPicture: false, isPreparing: state === 'preparing', isStill: false }
      }),
  ]
  return {
    files: files.filter(({ id }) => !staging.handed.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1)),
    staging,
  }
}
