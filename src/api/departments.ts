import { departmentSchema, departmentsSchema } from '#src/contract/tickets.ts'
import { createRowCalls } from './rows.ts'

/** The departments as who keeps them reads and writes them; the messenger reads them by a call of its own. */
export const departmentCalls = createRowCalls({
  path: '/api/ticketing/Queues/',
  rows: departmentsSchema,
  row: departmentSchema,
})
