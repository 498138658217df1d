import { departmentCalls } from '#src/api/departments.ts'
import { departmentsSchema, type Department } from '#src/contract/tickets.ts'
import type { ListPlan } from '../list-writes.ts'

/** The departments that a ticket can go to; the wire calls them queues. */
export const DEPARTMENTS: ListPlan<Department, object> = {
  name: 'queues',
  schema: departmentsSchema,
  ...departmentCalls,
}
