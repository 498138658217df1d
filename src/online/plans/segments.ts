import { segmentCalls } from '#src/api/segments.ts'
import { segmentsSchema, type Segment } from '#src/contract/segments.ts'
import type { ListPlan } from '../list-writes.ts'

/** Whom campaigns are for: read by marketing, written by admins. */
export const SEGMENTS: ListPlan<Segment, object> = {
  name: 'segments',
  schema: segmentsSchema,
  ...segmentCalls,
}
