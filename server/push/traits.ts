import type { PushKind } from '#src/contract/push.ts'

/** How long a push is of use, and how much it matters to a sleeping phone (RFC 8030). */
export interface PushTraits {
  /** For so long it is tried, and kept by the push service for a device that is away. */
  lifeSeconds: number
  urgency: 'normal' | 'high'
}

const HOUR_SECONDS = 3_600

/**
 * 'Taken' and 'Resolved' live as long as the alert that they replace: a push service that still keeps it for a phone out of
 * reach puts them in its place, by their topic.
 */
export const PUSH_TRAITS: Record<PushKind, PushTraits> = {
  needs_help: { lifeSeconds: HOUR_SECONDS, urgency: 'high' },
  taken: { lifeSeconds: HOUR_SECONDS, urgency: 'normal' },
  resolved: { lifeSeconds: HOUR_SECONDS, urgency: 'normal' },
  new_message: { lifeSeconds: HOUR_SECONDS, urgency: 'high' },
  test: { lifeSeconds: 60, urgency: 'high' },
}
