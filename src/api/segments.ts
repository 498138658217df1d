import {
  segmentPreviewSchema,
  segmentSchema,
  segmentsSchema,
  type Segment,
  type SegmentFilter,
  type SegmentPreview,
} from '#src/contract/segments.ts'
import type { ApiSession } from './http.ts'
import { createRowCalls } from './rows.ts'
import { callAs } from './session-call.ts'

/** Read by marketing, written by admins (CONTRACT section 6). */
export const segmentCalls = createRowCalls<Segment>({
  path: '/api/segment/',
  rows: segmentsSchema,
  row: segmentSchema,
})

/** How many guests a filter means now; only where the environment announced `campaigns`. Throws ApiError. */
export function fetchSegmentPreview(
  session: ApiSession,
  filter: SegmentFilter,
  signal: AbortSignal,
): Promise<SegmentPreview> {
  return callAs(
    session,
    { method: 'POST', path: '/api/segment-preview', json: filter, signal },
    segmentPreviewSchema,
  )
}
