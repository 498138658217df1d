import * as v from 'valibot'
import type { Capabilities } from './capabilities.ts'

/** The answer of `GET /api/capabilities` (CONTRACT section 2). */
export const capabilitiesSchema: v.GenericSchema<unknown, Capabilities> = v.object({
  authPost: v.optional(v.boolean(), false),
  sync: v.optional(v.boolean(), false),
  idempotency: v.optional(v.boolean(), false),
  paging: v.optional(v.boolean(), false),
  staff: v.optional(v.boolean(), false),
  admin: v.optional(v.boolean(), false),
  guests: v.optional(v.boolean(), false),
  campaigns: v.optional(v.boolean(), false),
  bot: v.optional(v.array(v.string()), () => []),
  reports: v.optional(v.array(v.string()), () => []),
  push: v.optional(
    v.nullable(v.object({ publicKey: v.string(), extras: v.optional(v.array(v.string())) })),
    null,
  ),
})
