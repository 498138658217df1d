import { capabilitiesSchema } from '#src/contract/capabilities-answer.ts'
import { NO_CAPABILITIES, type Capabilities } from '#src/contract/capabilities.ts'
import { ApiError } from './errors.ts'
import { callFor, type ApiTarget } from './http.ts'

/** What the environment offers; a 404 means nothing beyond the specification (CONTRACT section 2). Throws ApiError. */
export async function fetchCapabilities(target: ApiTarget, signal?: AbortSignal): Promise<Capabilities> {
  try {
    return await callFor(
      target,
      { method: 'GET', path: '/api/capabilities', hasContractBodies: false, ...(signal ? { signal } : {}) },
      capabilitiesSchema,
    )
  } catch (error) {
    if (error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 404) {
      return NO_CAPABILITIES
    }
    throw error
  }
}
