import * as v from 'valibot'

/** `GET /api/capabilities` (CONTRACT section 2). */
export const capabilitiesSchema = v.object({
  authPost: v.optional(v.boolean(), false),
  sync: v.optional(v.boolean(), false),
  idempotency: v.optional(v.boolean(), false),
  paging: v.optional(v.boolean(), false),
  staff: v.optional(v.boolean(), false),
  admin: v.optional(v.boolean(), false),
  guests: v.optional(v.boolean(), false),
  campaigns: v.optional(v.boolean(), false),
  /** What the bot offers beyond the specification's, by the words of `BOT_EXTRAS`. */
  bot: v.optional(v.array(v.string()), () => []),
  /** Reports beyond the specification's, by their title. */
  reports: v.optional(v.array(v.string()), () => []),
  /** `extras`: what it offers beyond subscriptions, by the words of `PUSH_EXTRAS`. A row of an older build has none. */
  push: v.optional(
    v.nullable(v.object({ publicKey: v.string(), extras: v.optional(v.array(v.string())) })),
    null,
  ),
})
export type Capabilities = v.InferOutput<typeof capabilitiesSchema>

/** Words under `bot`: sentences that were not understood, the former published version, trying a sentence. */
export const BOT_EXTRAS = { notUnderstood: 'not-understood', versions: 'versions', try: 'try' } as const

/** Words under `push`: what a user has read on one device ends its alerts on their others. */
export const PUSH_EXTRAS = { read: 'read' } as const

/** An environment that has the specification alone. */
export const NO_CAPABILITIES: Capabilities = {
  authPost: false,
  sync: false,
  idempotency: false,
  paging: false,
  staff: false,
  admin: false,
  guests: false,
  campaigns: false,
  bot: [],
  reports: [],
  push: null,
}
