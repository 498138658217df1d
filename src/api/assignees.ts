import { assigneeSchema, assigneesSchema } from '#src/contract/assignees.ts'
import { createRowCalls } from './rows.ts'

/** Whom tickets are given to; the wire calls them agents of the ticketing (CONTRACT section 6). */
export const assigneeCalls = createRowCalls({
  path: '/api/ticketing/Agents/',
  rows: assigneesSchema,
  row: assigneeSchema,
})
