import { useEffect, useState } from 'react'
import { askFor } from '#src/actions/open-chat.ts'
import type { StaffMember } from '#src/contract/staff.ts'
import type { Department } from '#src/contract/tickets.ts'
import { readDepartments, readReferenceAt, readStaff } from '#src/db/mirror/reference.ts'
import { readFetchRequest } from '#src/db/mirror/fetch-requests.ts'
import { useLive } from '#src/db/use-live.ts'
import { useWorkspace } from '#src/db/workspace-context.ts'
import type { Workspace } from '#src/db/workspace.ts'
import { logger } from '#src/lib/logger.ts'

interface ReferenceReading {
  /** When the mirror's rows were read from the environment, ms of the device's clock; null: never. */
  readAt: number | null
  /** Whether the engine is asked for them and has not failed to bring them. */
  isWanted: boolean
}

export interface Departments extends ReferenceReading {
  departments: Department[]
}

export interface Colleagues extends ReferenceReading {
  colleagues: StaffMember[]
}

/** The departments as mirrored, read again when this is first drawn. Undefined until they were asked for and read. */
export function useDepartments(): Departments | undefined {
  const workspace = useWorkspace()
  const isAsked = useFreshReference(workspace)
  const reading = useLive(workspace, 'departments', async () => {
    const { mirror } = workspace
    const [departments, readAt, isWanted] = await Promise.all([
      readDepartments(mirror),
      readReferenceAt(mirror, 'departments'),
      isReferenceRequested(workspace),
    ])
    return { departments, readAt, isWanted }
  })
  return isAsked ? reading : undefined
}

/** The colleagues, without oneself, as mirrored; read again when this is first drawn, since 'online' goes stale. */
export function useColleagues(): Colleagues | undefined {
  const workspace = useWorkspace()
  const isAsked = useFreshReference(workspace)
  const reading = useLive(workspace, 'colleagues', async () => {
    const { mirror, user } = workspace
    const [staff, readAt, isWanted] = await Promise.all([
      readStaff(mirror),
      readReferenceAt(mirror, 'staff'),
      isReferenceRequested(workspace),
    ])
    return { colleagues: staff.filter(({ id }) => id !== user.id), readAt, isWanted }
  })
  return isAsked ? reading : undefined
}

/** Asks once; true from when the wish stands, so that nobody is told meanwhile that nothing comes. */
function useFreshReference(workspace: Workspace): boolean {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    askFor(workspace, { kind: 'reference' }, Date.now())
      .catch((error: unknown) => logger.warn('reference data could not be asked for', { error }))
      .finally(() => setAsked(true))
  }, [workspace])
  return isAsked
}

async function isReferenceRequested({ mirror }: Workspace): Promise<boolean> {
  const request = await readFetchRequest(mirror, { kind: 'reference' })
  return request !== undefined && request.problem === null
}
