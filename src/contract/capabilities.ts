/** What an environment offers beyond the specification (CONTRACT section 2). */
export interface Capabilities {
  authPost: boolean
  sync: boolean
  idempotency: boolean
  paging: boolean
  staff: boolean
  admin: boolean
  guests: boolean
  campaigns: boolean
  /** What the bot offers beyond the specification's, by the words of `BOT_EXTRAS`. */
  bot: string[]
  /** Reports beyond the specification's, by their title. */
  reports: string[]
  /** `extras`: what it offers beyond subscriptions, by the words of `PUSH_EXTRAS`. A row of an older build has none. */
  push: { publicKey: string; extras?: string[] | undefined } | null
}

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
