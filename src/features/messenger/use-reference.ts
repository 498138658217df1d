import { useEffect } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import { readDepartments, readReferenceAt, readStaff } from '#src/db/mirror/reference.ts'
import { readWant } from '#src/db/mirror/wants.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { logger } from '#src/lib/logger.ts'

/** The departments as mirrored, read again when this is first drawn. Undefined until the first answer. */
export function useDepartments() {
  const workspace = useWorkspace()
  useFreshReference(workspace)
  return useLive(workspace, 'departments', async () => {
    const { mirror } = workspace
    const [departments, readAt, isWanted] = await Promise.all([
      readDepartments(mirror),
      readReferenceAt(mirror, 'departments'),
      isReferenceWanted(workspace),
    ])
    return { departments, readAt, isWanted }
  })
}

/** The colleagues, without oneself, as mirrored; read again when this is first drawn, since 'online' goes stale. */
export function useColleagues() {
  const workspace = useWorkspace()
  useFreshReference(workspace)
  return useLive(workspace, 'colleagues', async () => {
    const { mirror, user } = workspace
    const [staff, readAt, isWanted] = await Promise.all([
      readStaff(mirror),
      readReferenceAt(mirror, 'staff'),
      isReferenceWanted(workspace),
    ])
    return { colleagues: staff.filter(({ id }) => id !== user.id), readAt, isWanted }
  })
}

export type Departments = NonNullable<ReturnType<typeof useDepartments>>
export type Colleagues = NonNullable<ReturnType<typeof useColleagues>>

function useFreshReference(workspace: Workspace): void {
  useEffect(() => {
    askFor(workspace, { kind: 'reference' }, Date.now()).catch((error: unknown) =>
      logger.warn('reference data could not be asked for', { error }),
    )
  }, [workspace])
}

async function isReferenceWanted({ mirror }: Workspace): Promise<boolean> {
  const want = await readWant(mirror, { kind: 'reference' })
  return want !== undefined && want.problem === null
}
