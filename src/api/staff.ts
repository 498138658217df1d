import { staffSchema, type StaffMember } from '#src/contract/staff.ts'
import { callAs } from './session-call.ts'
import type { ApiSession } from './http.ts'

/** The colleagues; only where the environment announced `staff` (CONTRACT section 2). Throws ApiError. */
export function fetchStaff(session: ApiSession, signal: AbortSignal): Promise<StaffMember[]> {
  return callAs(session, { method: 'GET', path: '/api/staff', signal }, staffSchema)
}
