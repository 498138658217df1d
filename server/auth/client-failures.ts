import { countUse, isUsedUp, type RateLimit } from '../store/rate-limits.ts'
import type { Db } from '../store/store.ts'

/** Failed sign-ins of one client, whatever their usernames: a whole hotel that mistypes stays far below (CONTRACT section 1). */
const FAILURES_MAX = 60
const WINDOW_SECONDS = 600
/** What whoever fails above that is asked to wait. */
const DELAY_SECONDS = 5

/** `client` as limits see it. Whether so many have failed there that nothing more is spent on names that nobody has. */
export function hasManyFailures(db: Db, client: string): Promise<boolean> {
  return isUsedUp(db, limitOf(client))
}

/** Counts a failure. Seconds for which whoever failed is asked to wait; 0 below the limit. */
export async function noteFailure(db: Db, client: string): Promise<number> {
  const { count } = await countUse(db, limitOf(client))
  return count > FAILURES_MAX ? DELAY_SECONDS : 0
}

function limitOf(client: string): RateLimit {
  return { key: `sign-in-failures:${client}`, max: FAILURES_MAX, windowSeconds: WINDOW_SECONDS }
}
