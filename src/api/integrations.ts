import {
  integrationSchema,
  integrationsSchema,
  type Integration,
  type IntegrationCategory,
} from '#src/contract/integrations.ts'
import type { ApiSession } from './http.ts'
import { createRowCalls, listRows, rowPath } from './rows.ts'

/** The hotel's host systems (CONTRACT section 6). */
export const integrationCalls = createRowCalls({
  path: '/api/admin/integration/',
  rows: integrationsSchema,
  row: integrationSchema,
})

/** Those of one kind, which operators may know of too. Throws ApiError. */
export function fetchIntegrationsOf(
  session: ApiSession,
  category: IntegrationCategory,
  signal: AbortSignal,
): Promise<Integration[]> {
  const path = rowPath('/api/admin/integrationByCategory/', category)
  return listRows(session, { method: 'GET', path, signal }, integrationsSchema)
}
