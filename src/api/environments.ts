import { environmentsSchema, type EnvironmentOption } from '#src/contract/environments.ts'
import { callFor, type ApiTarget } from './http.ts'

/** `/environments.json` of the page's own host (CONTRACT section 7). Throws ApiError. */
export function fetchEnvironments(target: ApiTarget): Promise<EnvironmentOption[]> {
  return callFor(
    target,
    { method: 'GET', path: '/environments.json', hasContractBodies: false },
    environmentsSchema,
  )
}
