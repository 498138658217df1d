import { integrationSchema, integrationsSchema } from '#src/contract/integrations.ts'
import { createRowCalls } from './rows.ts'

/** The hotel's host systems (CONTRACT section 6). */
export const integrationCalls = createRowCalls({
  path: '/api/admin/integration/',
  rows: integrationsSchema,
  row: integrationSchema,
})
