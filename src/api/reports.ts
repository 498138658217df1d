import {
  FRAMING,
  framingSchema,
  reportSchema,
  type Framing,
  type Report,
  type ReportTitle,
} from '#src/contract/reports.ts'
import type { ApiSession } from './http.ts'
import { callAs } from './session-call.ts'

/** Counting years may take an environment that keeps no sums a while: that is no dead line. */
const PATIENCE_MS = 60_000

/** A report of the days that its UTC bounds name (CONTRACT section 6, Reports), as far as it is readable. Throws ApiError. */
export function fetchReport<T extends ReportTitle>(
  session: ApiSession,
  title: T,
  bounds: { startDate: string; endDate: string },
  signal: AbortSignal,
): Promise<Report<T>> {
  return callAs(
    session,
    { method: 'GET', path: `/analytics/${title}`, query: bounds, patienceMs: PATIENCE_MS, signal },
    reportSchema(title),
  )
}

/** Whether a dashboard lets itself be shown in a frame at this page's origin. Throws ApiError. */
export async function fetchFraming(session: ApiSession, url: string, signal: AbortSignal): Promise<Framing> {
  const query = { url, origin: location.origin }
  const path = `/analytics/${FRAMING}`
  return (await callAs(session, { method: 'GET', path, query, signal }, framingSchema)).framing
}
