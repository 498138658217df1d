import { useMemo } from 'react'
import type { Assignee } from '#src/contract/assignees.ts'
import type { Integration } from '#src/contract/integrations.ts'
import { ASSIGNEES } from '#src/online/plans/assignees.ts'
import { DEPARTMENTS } from '#src/online/plans/departments.ts'
import { INTEGRATIONS } from '#src/online/plans/integrations.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import { LIST_POLL_MS } from '#src/ui/list/declare-list.ts'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { explainTelephone, toAssigneeBody } from './assignee-values.ts'
import { omitEmptySecrets } from './integration-values.ts'

/** Whom tickets are given to: read again every 3 s (specification section 9). */
export function useAssignees(): ListSource<Assignee> {
  const list = useListSource(ASSIGNEES, LIST_POLL_MS)
  return useMemo(
    () => ({
      ...list,
      create: async (values) => explainTelephone(await list.create(toAssigneeBody(values))),
      update: async (row, patch, how) => explainTelephone(await list.update(row, toAssigneeBody(patch), how)),
    }),
    [list],
  )
}

export function useDepartments() {
  return useListSource(DEPARTMENTS)
}

/** The hotel's host systems, without their secrets. */
export function useIntegrations(): ListSource<Integration> {
  const list = useListSource(INTEGRATIONS)
  return useMemo(
    () => ({
      ...list,
      create: (values) => list.create(omitEmptySecrets(values)),
      update: (row, patch, how) => list.update(row, omitEmptySecrets(patch), how),
    }),
    [list],
  )
}
