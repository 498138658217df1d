import { useMemo } from 'react'
import { assigneeCalls } from '#src/api/assignees.ts'
import { departmentCalls } from '#src/api/departments.ts'
import { integrationCalls } from '#src/api/integrations.ts'
import { assigneesSchema, type Assignee } from '#src/contract/assignees.ts'
import { INTEGRATION_CATEGORIES, integrationsSchema, type Integration } from '#src/contract/integrations.ts'
import { departmentsSchema, type Department } from '#src/contract/tickets.ts'
import type { ListPlan } from '#src/online/list-writes.ts'
import { useListSource } from '#src/online/use-list-source.ts'
import { LIST_POLL_MS } from '#src/ui/list/declare-list.ts'
import type { ListSource } from '#src/ui/list/list-source.ts'
import { explainTelephone, toAssigneeBody } from './assignee-values.ts'
import { omitEmptySecrets } from './integration-values.ts'

export { INTEGRATION_CATEGORIES }
export type { Assignee, Department, Integration }

const ASSIGNEES: ListPlan<Assignee, object> = {
  name: 'assignees',
  schema: assigneesSchema,
  pollMs: LIST_POLL_MS,
  ...assigneeCalls,
}
const DEPARTMENTS: ListPlan<Department, object> = {
  name: 'queues',
  schema: departmentsSchema,
  ...departmentCalls,
}
const INTEGRATIONS: ListPlan<Integration, object> = {
  name: 'integrations',
  schema: integrationsSchema,
  ...integrationCalls,
}

/** Whom tickets are given to: read again every 3 s (specification section 9). */
export function useAssignees(): ListSource<Assignee> {
  const list = useListSource(ASSIGNEES)
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
