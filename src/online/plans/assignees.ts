import { assigneeCalls } from '#src/api/assignees.ts'
import { assigneesSchema, type Assignee } from '#src/contract/assignees.ts'
import type { ListPlan } from '../list-writes.ts'

/** Whom tickets are given to. */
export const ASSIGNEES: ListPlan<Assignee, object> = {
  name: 'assignees',
  schema: assigneesSchema,
  ...assigneeCalls,
}
