import type * as v from 'valibot'
import { auditPageSchema } from '#src/contract/audit.ts'
import type { ApiSession } from './http.ts'
import type { LogPlace } from './log-place.ts'
import { callAs } from './session-call.ts'

/** A page of the audit, newest first; `before` is the `next` of the page above. Only where `admin` was announced. Throws ApiError. */
export function fetchAudit(
  session: ApiSession,
  { before, limit }: LogPlace,
  signal: AbortSignal,
): Promise<v.InferOutput<typeof auditPageSchema>> {
  return callAs(
    session,
    { method: 'GET', path: '/api/admin/audit', query: { before: before ?? undefined, limit }, signal },
    auditPageSchema,
  )
}
