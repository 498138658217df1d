import * as v from 'valibot'
import type { SessionDatabase } from './database.ts'

const PREFIX = 'clearing:'

const clearingSchema = v.object({
  origin: v.string(),
  userId: v.string(),
  unsent: v.picklist(['keep', 'discard']),
  /** The ended session's epoch, which rose with its end. */
  epoch: v.number(),
})

/**
 * A session that has ended and whose databases are still to be cleared (D8). It is written with the end, and goes when
 * nothing is left: whatever interrupts a sign-out, the next start goes on with it. A setting of its own and no table,
 * because an upgrade would wait for every tab that is frozen.
 */
export type PendingClearing = v.InferOutput<typeof clearingSchema>

/** What becomes of unsent work: kept for this user's next sign-in, or thrown away on their word (D8). */
export type UnsentChoice = PendingClearing['unsent']

type Leaver = Pick<PendingClearing, 'origin' | 'userId'>

export async function readPendingClearings(db: SessionDatabase): Promise<PendingClearing[]> {
  const rows = await db.settings.where('key').startsWith(PREFIX).toArray()
  return rows.flatMap(({ value }) => {
    const parsed = v.safeParse(clearingSchema, value)
    return parsed.success ? [parsed.output] : []
  })
}

export async function hasPendingClearing(db: SessionDatabase, leaver: Leaver): Promise<boolean> {
  return (await db.settings.get(writeKey(leaver))) !== undefined
}

export async function storePendingClearing(db: SessionDatabase, clearing: PendingClearing): Promise<void> {
  await db.settings.put({ key: writeKey(clearing), value: clearing })
}

/** A later sign-out of the same user has one of its own, which stays. */
export function removePendingClearing(db: SessionDatabase, clearing: PendingClearing): Promise<void> {
  return db.transaction('rw', db.settings, async () => {
    const key = writeKey(clearing)
    const stored = v.safeParse(clearingSchema, (await db.settings.get(key))?.value)
    if (stored.success && stored.output.epoch <= clearing.epoch) await db.settings.delete(key)
  })
}

function writeKey({ origin, userId }: Leaver): string {
  return `${PREFIX}${origin} ${userId}`
}
