import { fetchIntegrationsOf, integrationCalls } from '#src/api/integrations.ts'
import { integrationsSchema, type Integration } from '#src/contract/integrations.ts'
import type { ListPlan } from '../list-writes.ts'

const NAME = 'integrations'

/** The hotel's host systems, without their secrets. */
export const INTEGRATIONS: ListPlan<Integration, object> = {
  name: NAME,
  schema: integrationsSchema,
  ...integrationCalls,
}

/** Those of them that tickets go to. */
export const TICKETING_INTEGRATIONS: ListPlan<Integration, object> = {
  name: `${NAME}/TICKET`,
  hint: NAME,
  schema: integrationsSchema,
  list: (session, signal) => fetchIntegrationsOf(session, 'TICKET', signal),
}
