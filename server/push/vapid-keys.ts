import webPush from 'web-push'
import * as v from 'valibot'
import type { Db } from '../store/store.ts'

/** The pair with which this environment signs what it sends, in base64url. The private one never leaves the server. */
const vapidKeysSchema = v.object({ publicKey: v.string(), privateKey: v.string() })
export type VapidKeys = v.InferOutput<typeof vapidKeysSchema>

const ROW = 'vapid'

/**
 * The environment's keys, made where there are none yet. They are kept in the database, so that they survive restarts, are
 * the same in every process, and go where its data goes: with others no subscription could be used any more.
 */
export async function readVapidKeys(db: Db): Promise<VapidKeys> {
  const known = await findKeys(db)
  if (known) return known
  await db
    .insertInto('meta')
    .values({ key: ROW, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    // Another process that starts at the same time was first: its keys count.
    .onConflict((on) => on.column('key').doNothing())
    .execute()
  const made = await findKeys(db)
  if (!made) throw new Error('the keys for Web Push could not be kept')
  return made
}

async function findKeys(db: Db): Promise<VapidKeys | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', ROW).executeTakeFirst()
  return row ? v.parse(vapidKeysSchema, JSON.parse(row.value)) : null
}
