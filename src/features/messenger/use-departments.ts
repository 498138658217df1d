import { useEffect } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import { readDepartments, readReferenceAt } from '#src/db/mirror/reference.ts'
import { readWant } from '#src/db/mirror/wants.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import { logger } from '#src/lib/logger.ts'

/** The departments as mirrored, read again when this is first drawn. Undefined until the first answer. */
export function useDepartments() {
  const workspace = useWorkspace()
  const { mirror } = workspace
  useEffect(() => {
    askFor(workspace, { kind: 'reference' }, Date.now()).catch((error: unknown) =>
      logger.warn('the departments could not be asked for', { error }),
    )
  }, [workspace])
  return useLive(workspace, 'departments', async () => {
    const [departments, readAt, want] = await Promise.all([
      readDepartments(mirror),
      readReferenceAt(mirror, 'departments'),
      readWant(mirror, { kind: 'reference' }),
    ])
    return { departments, readAt, isWanted: want !== undefined && want.problem === null }
  })
}

export type Departments = NonNullable<ReturnType<typeof useDepartments>>
