import * as v from 'valibot'
import type { SessionDatabase } from './database.ts'
import { isLive, readSetting, storeSetting, type LiveSession } from './sessions.ts'

const ALERTS_KEY = 'alerts'
const LAST_ALERT_KEY = 'last-alert'

const WISH_KEY = 'alerts-wish:'

const alertsSchema = v.object({
  origin: v.string(),
  userId: v.string(),
  /** How their person is called, so that the next one at this device knows whose they are; absent in older rows. */
  userName: v.optional(v.string(), ''),
  hideNames: v.boolean(),
})
const wishSchema = v.object({ hideNames: v.boolean() })
const lastAlertSchema = v.object({ at: v.number(), kind: v.string() })

/** Whose alerts this device takes: one subscription of the browser is one user's in one environment (W4). */
export type AlertsOwner = v.InferOutput<typeof alertsSchema>

/** A person in an environment. */
export type AlertsPerson = Pick<AlertsOwner, 'origin' | 'userId'>

/** How a person switched alerts on here: where they are off now, they stopped, and come back so. */
export type AlertsWish = v.InferOutput<typeof wishSchema>

/** When the last alert came, ms of the device's clock, and what it was (W4). */
export type LastAlert = v.InferOutput<typeof lastAlertSchema>

/** Null: alerts are off on this device. */
export async function readAlertsOwner(db: SessionDatabase): Promise<AlertsOwner | null> {
  const parsed = v.safeParse(alertsSchema, await readSetting(db, ALERTS_KEY))
  return parsed.success ? parsed.output : null
}

export function storeAlertsOwner(
  db: SessionDatabase,
  owner: v.InferInput<typeof alertsSchema> | null,
): Promise<void> {
  return storeSetting(db, ALERTS_KEY, owner)
}

/** The session that alerts are on for; null where they are off, or it ended or is another person's by now. */
export async function readAlertsSession(db: SessionDatabase): Promise<LiveSession | null> {
  const owner = await readAlertsOwner(db)
  if (owner === null) return null
  const session = await db.sessions.get(owner.origin)
  return isLive(session) && session.user.id === owner.userId ? session : null
}

export async function readLastAlert(db: SessionDatabase): Promise<LastAlert | null> {
  const parsed = v.safeParse(lastAlertSchema, await readSetting(db, LAST_ALERT_KEY))
  return parsed.success ? parsed.output : null
}

export function storeLastAlert(db: SessionDatabase, last: LastAlert): Promise<void> {
  return storeSetting(db, LAST_ALERT_KEY, last)
}

/** Null where this person never switched alerts on here, or does without them by their own word. */
export async function readAlertsWish(db: SessionDatabase, person: AlertsPerson): Promise<AlertsWish | null> {
  const parsed = v.safeParse(wishSchema, await readSetting(db, writeWishKey(person)))
  return parsed.success ? parsed.output : null
}

export function storeAlertsWish(
  db: SessionDatabase,
  person: AlertsPerson,
  wish: AlertsWish | null,
): Promise<void> {
  return storeSetting(db, writeWishKey(person), wish)
}

function writeWishKey({ origin, userId }: AlertsPerson): string {
  return `${WISH_KEY}${origin} ${userId}`
}
