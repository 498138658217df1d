import type { UnsentWork } from '../outbox/unsent-work.ts'
import type { SessionDatabase } from './database.ts'

const PREFIX = 'clearing:'

/**
 * A session that has ended and whose databases are still to be cleared (D8). It is written with the end, and goes when
 * nothing is left: whatever interrupts a sign-out, the next start goes on with it. A setting of its own and no table,
 * because an upgrade would wait for every tab that is frozen.
 */
export interface PendingClearing {
  origin: string
  userId: string
  unsent: UnsentChoice
  /**
   * What was unsent as they said 'discard': a tab that has not heard of the end may take more in, which is kept. Undefined
   * where it could not be read, or an older build noted the end: everything goes.
   */
  discarded?: UnsentWork | undefined
  /** The ended session's epoch, which rose with its end. */
  epoch: number
}

/** What becomes of unsent work: kept for this user's next sign-in, or thrown away on their word (D8). */
export type UnsentChoice = 'keep' | 'discard'

type Leaver = Pick<PendingClearing, 'origin' | 'userId'>

export async function readPendingClearings(db: SessionDatabase): Promise<PendingClearing[]> {
  const rows = await db.settings.where('key').startsWith(PREFIX).toArray()
  return rows.map(({ value }) => value).filter(isClearing)
}

/** By hand: every start reads them before its first rows, and there is hardly ever one. */
function isClearing(value: unknown): value is PendingClearing {
  if (typeof value !== 'object' || value === null) return false
  const read = (name: keyof PendingClearing): unknown => Reflect.get(value, name)
  const unsent = read('unsent')
  const discarded = read('discarded')
  return (
    typeof read('origin') === 'string' &&
    typeof read('userId') === 'string' &&
    typeof read('epoch') === 'number' &&
    (unsent === 'keep' || unsent === 'discard') &&
    (discarded === undefined || typeof discarded === 'object')
  )
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
    const stored = (await db.settings.get(key))?.value
    if (isClearing(stored) && stored.epoch <= clearing.epoch) await db.settings.delete(key)
  })
}

function writeKey({ origin, userId }: Leaver): string {
  return `${PREFIX}${origin} ${userId}`
}
